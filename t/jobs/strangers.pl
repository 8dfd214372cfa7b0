#!/usr/bin/env perl
# SPDX-License-Identifier: BSD-3-Clause
#
# Connections of strangers to the ports FIRST to LAST of this host, COUNT of them that are taken, or
# until the file STOP is there: nothing said and kept open, rubbish, a greeting without a
# proof, half of one. Prints how many were taken, and how many bytes any of them got back.
#
#	strangers.pl FIRST LAST COUNT STOP

use strict;
use warnings;
use IO::Socket::INET;

my ($first, $last, $count, $stop) = @ARGV;
my ($taken, $got, @kept) = (0, 0);

sub rubbish { return join '', map { chr rand 256 } 1 .. shift }

# What comes back until the other side closes, a little while at most.
sub answers
{
	my ($socket) = @_;
	my $ready = '';

	vec($ready, fileno $socket, 1) = 1;
	return if !select $ready, undef, undef, 0.001;
	my $n = sysread $socket, my $bytes, 1000;
	$got += $n // 0;
}

$SIG{PIPE} = 'IGNORE';
srand 1;
while ($taken < $count && !-e $stop) {
	my $port = $first + int rand($last - $first + 1);
	my $socket = IO::Socket::INET->new(PeerAddr => '127.0.0.1', PeerPort => $port);

	if (!$socket) {
		select undef, undef, undef, 0.001;
		next;
	}
	my $kind = $taken++ % 4;
	syswrite $socket, rubbish(200) if $kind == 1;
	syswrite $socket, 'RONDOtcp' . pack('VVll', 0x01020304, 3, 1, 0) . rubbish(72) if $kind == 2;
	syswrite $socket, 'RONDOtcp' . rubbish(30) if $kind == 3;
	answers($socket);
	push @kept, $socket if $kind != 1;
	answers(shift @kept) if @kept > 300;
}
print "$taken connections, $got bytes\n";

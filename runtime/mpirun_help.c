/* SPDX-License-Identifier: BSD-3-Clause */
/* The text that mpirun -h and --version print. Called by mpirun_opts.c. */
#include "runtime/mpirun_opts.h"

#include <stdio.h>

static const char help[] =
	"usage: mpirun [options] program [arguments] [: [options] program [arguments]]...\n"
	"\n"
	"Starts the ranks of an MPI job, on other machines by srun, prterun, Open MPI's launcher\n"
	"or Hydra, whichever is there. Options may have one dash or two;\n"
	"words after the name of a program belong to the program.\n"
	"\n"
	"of the next program:\n"
	"  -n N, -np N             number of processes (default: 1, or by -host and -ppn)\n"
	"  -wdir DIR               working directory; -gwdir DIR for all programs\n"
	"  -path DIRS              folders, separated by colons, searched before $PATH\n"
	"  -env NAME VALUE         environment variable for this program's ranks; or NAME=VALUE\n"
	"  :                       begins the next program of the same job\n"
	"of the whole job:\n"
	"  -genv NAME VALUE        environment variable for all ranks\n"
	"  -x NAME[=VALUE]         the same; the ranks get mpirun's whole environment in any case\n"
	"  -genvlist A,B           keep these with -genvnone, which leaves the environment out\n"
	"  -configfile FILE        options and programs from FILE, one program per line\n"
	"  -host HOST[:N],...      hosts, with N ranks each\n"
	"  -hostfile FILE          the same, one HOST or HOST slots=N per line\n"
	"  -ppn N                  processes per node, where -n is not given\n"
	"  --engine NAME           launcher of the ranks: local, srun, prterun, ompi or hydra\n"
	"  --bind-to UNIT          core, hwthread, numa, package, l1cache, l2cache, l3cache or\n"
	"                          none (the default: other jobs may be on this machine)\n"
	"                          UNIT:N, or PE=N of --map-by, N of them for each rank;\n"
	"                          user:0,2-3,1+5 the processors of each rank\n"
	"  --map-by UNIT           deal the ranks over these units in turn; ppr:N:UNIT N in one\n"
	"                          before the next; :PE=N, :NOOVERSUBSCRIBE\n"
	"  --rankfile FILE         bind each rank as its line says: rank N=host slot=LIST\n"
	"  --cpu-set LIST          use only these cores (0,2-3)\n"
	"  --nooversubscribe       no more ranks than processors, or slots of the hosts\n"
	"  --report-bindings       print the processors of each rank\n"
	"of input and output:\n"
	"  -l, --tag-output        put \"[rank] \" in front of each line\n"
	"  --timestamp-output      put the time of day in front of each line\n"
	"  --merge-stderr-to-stdout\n"
	"  --output-filename F     each rank's output goes to F.RANK.out and F.RANK.err instead\n"
	"  -outfile-pattern P      standard output goes to files: %r is the rank, %h the host;\n"
	"                          -errfile-pattern P standard error\n"
	"  --output tag,timestamp,merge,file=F   the same as these options\n"
	"  -print-all-exitcodes    of each rank; -print-rank-map: which ranks are where\n"
	"  --report-pid WHERE      mpirun's process number to -, + (standard error) or a file\n"
	"  --stdin READER          reader of standard input: a rank (0), all or none\n"
	"of its run:\n"
	"  --timeout S             end the job after S seconds with status 124\n"
	"                          (also by the environment variable MPIEXEC_TIMEOUT)\n"
	"  --enable-recovery       a rank that is killed or fails within MPI does not end the\n"
	"                          job: others get errors (the same: -disable-auto-cleanup)\n"
	"  --stats                 print statistics of transports, collectives, files, at the end\n"
	"  --ring MODEL            the ranks are on a ring of cards; MODEL is emu, cards modelled\n"
	"                          in shared memory, or rtl, their Verilog, simulated\n"
	"  --ring-cards C          cards of the ring, up to 8 ranks on each (one for each rank)\n"
	"  --pmi                   programs of MPICH are one job also where a script starts them\n"
	"  --verbs                 programs for InfiniBand run on the cards, one for each rank\n"
	"  -v                      report the start and end of ranks\n"
	"  -q                      no remarks, only errors\n"
	"  -V, --version           version; -h, --help this text\n"
	"  -usize N                value of MPI_UNIVERSE_SIZE\n"
	"  -iface NAME             network interface: RONDO_TCP_IFACE, and Hydra's -iface\n"
	"accepted, and without effect: --oversubscribe, --allow-run-as-root, -genvall,\n"
	"--mca NAME VALUE; options of other launchers without a meaning here are reported\n"
	"\n"
	"Exit status: 0 when every rank ends with 0; else that of the lowest rank that failed,\n"
	"128 + N when signal N killed it; 124 after --timeout; 127 when a program is not found,\n"
	"126 when it cannot be executed; 2 for an error in the options.\n"
	"^C is passed on to the ranks; a second ^C kills them at once.\n";

void mpirun_help_print(void)
{
	fputs(help, stdout);
}

void mpirun_version_print(void)
{
	puts("mpirun (Rondo) " RD_VERSION);
}

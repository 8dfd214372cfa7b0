#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# arm64_root.sh FOLDER: fills FOLDER/root with the needs of a cross build for arm64: Debian's
# packages of the C library, PMIx, hwloc and libevent, unpacked. apt works in FOLDER/apt, so that
# nothing is installed and the system's own list of architectures stays as it is.

set -eu
folder=$1
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
apt=$folder/apt
root=$folder/root

apt_arm64()
{
	apt-get -q -y -o APT::Architecture=arm64 -o APT::Architectures=arm64 \
		-o APT::Sandbox::User= -o Dir::State="$apt/state" \
		-o Dir::State::status="$apt/status" \
		-o Dir::Cache="$apt/cache" "$@" >>"$apt/log" 2>&1 ||
		{ tail -n 5 "$apt/log" >&2; echo "arm64_root.sh: apt-get $1 failed" >&2; exit 1; }
}

rm -rf "$root" "$root.part"
mkdir -p "$apt/state/lists/partial" "$apt/cache/archives/partial" "$root.part"
: >"$apt/status" >"$apt/log"
apt_arm64 update
apt_arm64 install --download-only --no-install-recommends libc6-dev libpmix-dev libhwloc-dev \
	libevent-dev
for package in "$apt"/cache/archives/*.deb; do
	dpkg-deb -x "$package" "$root.part"
done
# Absolute links lead out of the folder.
find "$root.part" -type l -lname '/*' | while read -r link; do
	ln -sfn "$root$(readlink "$link")" "$link"
done
mv "$root.part" "$root"

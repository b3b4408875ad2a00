#!/bin/sh
# enter.sh MACHINE CACHE USER COMMANDS VARIABLE=VALUE...: enters the chroot of a machine. The caller has made a mount namespace, with
# which the mounts go away.
set -eu
machine=$1 cache=$2 user=$3 commands=$4
shift 4
mount -t proc proc "$machine/proc"
mount -t sysfs sysfs "$machine/sys"
mount --rbind /dev "$machine/dev"
mount --bind "$cache/objects" "$machine/objects"
mount --bind "$cache/packages" "$machine/var/cache/apt/archives"
[ ! -d "$machine/home/new/mote" ] || commands="cd /home/new/mote; $commands"
exec chroot "$machine" env -i "$@" setpriv --reuid "$user" --regid "$user" --init-groups sh -c "$commands" </dev/null

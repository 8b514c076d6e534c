#!/bin/sh
# Runs a program in a root that has nothing but what it is given, read-only, as a user without rights. Needs to be run by root in a mount
# namespace of its own. Words: the root's folder, the artefact, the folder with node, the store, the trust list, the state.
set -eu
root=$1 artefact=$2 node=$3 store=$4 trust=$5 state=$6
mount -t tmpfs tmpfs "$root"
mkdir -p "$root/usr/lib" "$root/opt/site" "$root/opt/node" "$root/srv/store" "$root/srv/store.trust" "$root/var/state" "$root/proc" "$root/dev"
ln -s usr/lib "$root/lib"
bind() { mount --bind "$1" "$2" && mount -o remount,ro,bind "$2"; }
bind /usr/lib "$root/usr/lib"
if [ -d /lib64 ]; then mkdir "$root/lib64" && bind /lib64 "$root/lib64"; fi
bind "$artefact" "$root/opt/site"
bind "$node" "$root/opt/node"
bind "$store" "$root/srv/store"
bind "$trust" "$root/srv/store.trust"
mount --bind "$state" "$root/var/state"
mount -t proc proc "$root/proc" 2>/dev/null || mount --rbind /proc "$root/proc"
for device in null urandom; do touch "$root/dev/$device" && mount --bind "/dev/$device" "$root/dev/$device"; done
mount -o remount,ro "$root"
chroot=$(command -v chroot)
cd /
exec env -i STORE_DIR=/srv/store STATE_DIR=/var/state/site ACCESS_DIR=/var/state/access PORT="${PORT:-0}" WORK_AHEAD=0 NODE_ENV=production \
  "$chroot" --userspec=65532:65532 "$root" /opt/node/node --disable-sigusr1 --max-semi-space-size=4 /opt/site/shell/cli/serve.ts

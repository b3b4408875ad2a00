# Bare Debian machines: a chroot of this machine's release each, with nothing in it but what Debian's debootstrap calls minimal,
# certificates, ccache and sudo. Sourced by run.sh.
#
# A machine shares with this one the network, apt's sources and settings, certificates, and the settings of npm and pip. Machines
# share with each other a folder of objects (ccache) and one of packages (apt), so that what one has compiled or fetched costs the
# next one nothing. All of that lies in the cache: MOTE_BARE_CACHE, or mote/bare in the user's folder for caches.
# shellcheck shell=sh

machine_cache=${MOTE_BARE_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/mote/bare}
machine_base=$machine_cache/base-$(cksum <test/bare/machine.sh | cut -d ' ' -f 1).tar # another one if what is below changes
machine_folder= # where the machines of this run are

# Prints why machines cannot be made here, or nothing.
machine_obstacle() {
    if [ ! -e /etc/debian_version ] || ! has_command apt-get; then
        echo 'this system is not Debian or made from it'
    elif [ "$(id -u)" -ne 0 ] && ! sudo -n true 2>/dev/null; then
        echo 'chroot needs root, and sudo asks for a password or is not there'
    elif ! as_root unshare --mount --pid --fork true 2>/dev/null; then
        echo 'this system allows no mount namespaces'
    elif ! git rev-parse --verify -q HEAD >/dev/null 2>&1; then
        echo 'the sources are not a git repository, of which a machine could get a clone'
    fi
}

# Makes the base, which all machines are copies of, unless it is there and less than a week old.
machine_make_base() {
    mkdir -p "$machine_cache/objects" "$machine_cache/packages/partial"
    chmod 777 "$machine_cache/objects" # the user of a machine compiles too
    find "$machine_cache" -maxdepth 1 -name 'base-*.tar' -mtime +6 -delete
    [ ! -e "$machine_base" ] || return 0
    echo "making the base in $machine_cache"
    suite=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)
    # shellcheck disable=SC2016 # the variables are those of apt
    apt-get indextargets --format '$(REPO_URI) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' |
        awk -v suite="$suite" 'index($2, suite) == 1 { print "deb " $1 " " $2 " " $3 }' |
        sort -u >"$machine_cache/sources.list"
    [ -s "$machine_cache/sources.list" ] || { echo "apt has no source of $suite" >&2; return 1; }
    apt-config dump | grep -E '^Acquire::(https?|Check-Valid-Until|Languages)' >"$machine_cache/apt.conf" || true
    as_root mmdebstrap --format=tar --variant=minbase --include=ca-certificates,ccache,sudo --aptopt="$machine_cache/apt.conf" \
        "$suite" "$machine_cache/base.part" "$machine_cache/sources.list" && mv "$machine_cache/base.part" "$machine_base"
}

# machine_new NAME: a machine with a clean clone of HEAD in /home/new/mote. Its user "new" may become root by sudo.
machine_new() {
    machine=$machine_folder/$1
    as_root mkdir "$machine" && as_root tar -C "$machine" -xf "$machine_base" || return 1
    for file in /etc/resolv.conf /etc/hosts /etc/pip.conf /etc/npmrc; do
        [ ! -e "$file" ] || as_root cp -L "$file" "$machine$file"
    done
    if [ -d /usr/local/share/ca-certificates ]; then
        as_root cp -r /usr/local/share/ca-certificates "$machine/usr/local/share/"
    fi
    as_root mkdir "$machine/objects" || return 1
    # As a user answers where a document has no -y.
    echo 'APT::Get::Assume-Yes "true";' | as_root tee "$machine/etc/apt/apt.conf.d/90yes" >/dev/null
    machine_run "$1" root 'update-ca-certificates >/dev/null 2>&1; useradd --create-home --shell /bin/bash new
        echo "new ALL=(ALL) NOPASSWD: ALL" >/etc/sudoers.d/new' || return 1
    # A clone over a pipe: nothing in it refers to this machine's copy.
    git -c advice.detachedHead=false clone -q --no-local --depth 1 "file://$PWD" "$machine_folder/clone" || return 1
    as_root mv "$machine_folder/clone" "$machine/home/new/mote" &&
        as_root cp "${NPM_CONFIG_USERCONFIG:-$HOME/.npmrc}" "$machine/home/new/.npmrc" 2>/dev/null
    as_root cp "$machine/home/new/.npmrc" "$machine/root/.npmrc" 2>/dev/null
    machine_run "$1" root 'chown -R new: /home/new'
}

# machine_run NAME USER COMMANDS: runs commands of the shell in the clone of a machine, as root or as the user "new". What they
# leave running ends with them.
machine_run() {
    machine=$machine_folder/$1 user=$2 commands=$3
    case $user in root) home=/root ;; *) home=/home/$user ;; esac
    set -- HOME="$home" USER="$user" LANG=C.UTF-8 PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
        DEBIAN_FRONTEND=noninteractive CMAKE_C_COMPILER_LAUNCHER=ccache CMAKE_CXX_COMPILER_LAUNCHER=ccache \
        CCACHE_DIR=/objects CCACHE_UMASK=000 CCACHE_NOHASHDIR=1 CCACHE_COMPILERCHECK=content \
        CMAKE_BUILD_PARALLEL_LEVEL="$(getconf _NPROCESSORS_ONLN)"
    for name in http_proxy https_proxy no_proxy ftp_proxy HTTP_PROXY HTTPS_PROXY NO_PROXY SSL_CERT_FILE NODE_EXTRA_CA_CERTS \
        PIP_CERT PIP_INDEX_URL REQUESTS_CA_BUNDLE GIT_SSL_CAINFO; do
        eval "value=\${$name-}"
        [ -z "$value" ] || set -- "$@" "$name=$value"
    done
    as_root unshare --mount --pid --fork --kill-child --propagation private \
        sh test/bare/enter.sh "$machine" "$machine_cache" "$user" "$commands" "$@"
}

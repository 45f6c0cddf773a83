#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Runs scree's AVX-512 loops (--isa v4) where no processor has them: small cases with every law, in Bochs under a Debian
# kernel. Their digests must be those of v2 and v3 here; some cases run with these in Bochs too, to try Bochs itself.
#   scripts/try-avx512.sh [SCREE]       (default: build/release/scree, made by ./dev build)
# The kernel is the newest in /boot, or SCREE_KERNEL=FILE, or else fetched by apt-get download. SCREE_AVX512=DIR keeps
# cases, console and logs in DIR/scree-avx512. Takes about five minutes; Bochs 2.7 does some 40 million instructions a second.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
scree=$(realpath -m "${1:-$root/build/release/scree}")
die() {
    printf 'try-avx512: %s\n' "$*" >&2
    exit 1
}
missing=()
need() { [[ -e $1 ]] || missing+=("$2"); } # need FILE PACKAGE
isolinux=/usr/lib/ISOLINUX/isolinux.bin ldlinux=/usr/lib/syslinux/modules/bios/ldlinux.c32
bios=/usr/share/bochs/BIOS-bochs-latest vga=/usr/share/bochs/VGABIOS-lgpl-latest
need /usr/bin/bochs bochs
need $bios bochsbios
need /bin/busybox busybox-static
need /usr/bin/cpio cpio
need /usr/bin/xorriso xorriso
need $isolinux isolinux
need $ldlinux syslinux-common
((${#missing[@]} == 0)) || die "missing Debian packages: ${missing[*]}"
[[ -x $scree ]] || die "no $scree; ./dev build makes it"

if [[ -n ${SCREE_AVX512:-} ]]; then
    work=$SCREE_AVX512/scree-avx512
    rm -rf "$work"
else
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
fi
mkdir -p "$work"
work=$(cd "$work" && pwd -P)
system=$work/system disc=$work/disc cases=$work/system/cases
mkdir -p "$system"/{bin,proc,dev,tmp,cases} "$disc"

# ---- cases -----------------------------------------------------------------------------------------------------------
materials='materials:
  a: {density: 2500, young: 1e6, poisson: 0.2}
  b: {density: 1500, young: 2e6, poisson: 0.35}'

# thrown NAME LAWS: spheres thrown onto planes, one of which shakes, and onto a ridge.
thrown() {
    cat >"$cases/$1.yaml" <<YAML
time: {end: 0.004, dt: 10 us, velocity_scale: 2}
gravity: [0, 0, -9.81]
domain: {min: [-0.05, -0.01, -0.05], max: [0.05, 0.01, 0.05], periodic: [y]}
$materials
contacts: [{between: any, $2}]
search: {skin: 3e-4}
output: {plot: false, series: {every: 0}}
walls:
  ridge: {mesh: {file: ridge.stl}, material: a}
  floor: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: b}
  left:
    plane: {point: [-0.012, 0, 0], normal: [1, 0, 0]}
    material: a
    motion: {vibrate: {amplitude: [0.5 mm, 0, 0], frequency: 150}}
  right: {plane: {point: [0.012, 0, 0], normal: [-1, 0, 0]}, material: b}
insertion:
  - {material: a, fill: random, region: {box: {min: [-0.011, -0.01, 0.005], max: [0.011, 0.01, 0.02]}}, count: 90,
     diameter: {uniform: [2 mm, 4.5 mm]}, velocity: [0, 0, -0.8], velocity_spread: [0.8, 0.8, 0.4]}
  - {material: b, fill: random, region: {box: {min: [-0.011, -0.01, 0.001], max: [0.011, 0.01, 0.02]}}, count: 90,
     diameter: {uniform: [1.5 mm, 2.5 mm]}, velocity: [0, 0, -0.8], velocity_spread: [0.8, 0.8, 0.4]}
YAML
}

# hot NAME LAWS: the same, and spheres pressed together, where nearly all pairs touch: the loops of hot law sets.
hot() {
    thrown "$1" "$2"
    cat >"$cases/$1-pressed.yaml" <<YAML
time: {end: 0.004, dt: 10 us, velocity_scale: 1}
domain: {min: [0, 0, 0], max: [0.01372, 0.01372, 0.01372], periodic: [x, y, z]}
$materials
contacts: [{between: any, $2}]
search: {skin: 5e-5}
output: {plot: false, series: {every: 0}}
particles:
  - {file: pressed.txt, material: a}
YAML
}

awk 'BEGIN { # 2 mm spheres, 1.96 mm apart
    print "# id x y z radius vx vy vz"
    for (k = 0; k < 343; k++) {
        printf "%d %.6f %.6f %.6f 0.001", k + 1, k % 7 * 0.00196 + 0.0005, int(k / 7) % 7 * 0.00196 + 0.0005,
            int(k / 49) * 0.00196 + 0.0005
        for (j = 0; j < 3; j++) printf " %.3f", (k * (17 + 12 * j) % 41 - 20) / 200
        print ""
    }
}' >"$cases/pressed.txt"
awk 'function triangle(a, b, c) {
    printf "facet normal 0 0 0\nouter loop\nvertex %s\nvertex %s\nvertex %s\nendloop\nendfacet\n", a, b, c
}
BEGIN {
    top0 = "0 -0.01 0.004"; top1 = "0 0.01 0.004"
    print "solid ridge"
    for (side = -1; side <= 1; side += 2) {
        foot0 = 0.006 * side " -0.01 -0.001"; foot1 = 0.006 * side " 0.01 -0.001"
        triangle(top0, foot0, foot1); triangle(top0, foot1, top1)
    }
    print "endsolid ridge"
}' >"$cases/ridge.stl"

mindlin='tangential: {law: mindlin, friction: 0.4}'
spring='tangential: {law: linear_spring, friction: 0.4}'
liggghts='tangential: {law: linear_spring, friction: 0.4, preset: liggghts}'
speed='characteristic_velocity: 1, restitution: 0.7'
hysteresis='max_stiffness_ratio: 3, adhesion_stiffness_ratio: 0.2, plasticity_depth: 0.02, restitution: 0.8'
marshall='twisting: {law: marshall, friction: 0.4}'
hot hertz "normal: {law: hertz, restitution: 0.6}, $mindlin"
hot hertz-liggghts "normal: {law: hertz, restitution: 0.6}, tangential: {law: mindlin, friction: 0.4, preset: liggghts}"
hot hooke "normal: {law: hooke, stiffness: 1000, restitution: 0.7}, $spring"
hot hooke-liggghts "normal: {law: hooke, stiffness: 1000, restitution: 0.7}, $liggghts"
hot hooke-speed "normal: {law: hooke, $speed}, $spring"
hot hooke-speed-liggghts "normal: {law: hooke, $speed}, $liggghts"
hot hysteresis "normal: {law: hooke_hysteresis, elastic_stiffness: 500, $hysteresis}, $spring"
hot hysteresis-liggghts "normal: {law: hooke_hysteresis, elastic_stiffness: 500, $hysteresis}, $liggghts"
hot hysteresis-speed "normal: {law: hooke_hysteresis, characteristic_velocity: 1, range_check: none, $hysteresis}, $spring"
hot hysteresis-speed-liggghts \
    "normal: {law: hooke_hysteresis, characteristic_velocity: 1, range_check: none, $hysteresis}, $liggghts"
thrown hertz-moments "normal: {law: hertz, restitution: 0.6}, cohesion: {law: sjkr, cohesion_energy_density: 5e3},
    $mindlin, rolling: {law: epsd, rolling_friction: 0.1}, $marshall"
thrown hooke-moments "normal: {law: hooke, stiffness: 1000, restitution: 0.7},
    cohesion: {law: sjkr2, cohesion_energy_density: 5e3}, $spring, rolling: {law: epsd3, rolling_friction: 0.1},
    twisting: {law: luding, stiffness: 1000, twisting_friction: 0.1, twisting_stiffness_ratio: 0.2}"
thrown hertz-dmt "normal: {law: hertz, restitution: 0.8}, cohesion: {law: dmt, surface_energy: 0.2},
    tangential: {law: mindlin, friction: 0.4, preset: thornton2013}, rolling: {law: epsd2, rolling_friction: 0.1}"
thrown viscoelastic "normal: {law: viscoelastic_nonlinear, restitution: 0.6},
    tangential: {law: sds_linear, friction: 0.4, tangential_restitution: 0.5},
    rolling: {law: epsd2, rolling_friction: 0.1}, $marshall"
thrown luding "normal: {law: luding, adhesion_ratio: 0.4, normal_viscosity: 0.01},
    tangential: {law: luding, friction: 0.5, stiffness_ratio: 0.3, tangential_viscosity: 0.01},
    rolling: {law: luding, rolling_friction: 0.1, rolling_stiffness_ratio: 0.2},
    twisting: {law: luding, twisting_friction: 0.1, twisting_stiffness_ratio: 0.2}"
thrown luding2008 "normal: {law: luding, variant: luding2008, stiffness: 1000, plasticity_depth: 0.02},
    tangential: {law: luding, variant: luding2008, stiffness: 1000, friction: 0.5, stiffness_ratio: 0.3},
    rolling: {law: cdt, rolling_friction: 0.05}"
thrown hysteresis-field "normal: {law: hooke_hysteresis, elastic_stiffness: 500, $hysteresis, pull_off_force: -0.02},
    tangential: {law: coulomb, friction: 0.4}, rolling: {law: epsd, rolling_friction: 0.05}"
thrown hysteresis-fluid "normal: {law: hooke_hysteresis, elastic_stiffness: 500, max_stiffness_ratio: 3,
    adhesion_stiffness_ratio: 0.5, plasticity_depth: 0.02, viscous: on, fluid_viscosity: 1e-3, critical_stokes: 10,
    maximum_restitution: 0.9}, tangential: {law: linear_spring, friction: 0.4, preset: lammps}"
thrown exudyn "normal: {law: contact_sphere_sphere, contact_stiffness: 1000, contact_plasticity_ratio: 0.5,
    adhesion_coefficient: 200, constant_pull_off_force: 2e-3, contact_damping: 0.01},
    tangential: {law: regularised_coulomb, friction: 0.4}, rolling: {law: epsd, rolling_friction: 0.1}"
thrown eepa "normal: {law: eepa, contact_plasticity_ratio: 0.5, adhesion_coefficient: 3e4, adhesion_exponent: 1.5,
    constant_pull_off_force: 1e-3, restitution: 0.8}, $mindlin, rolling: {law: epsd2, rolling_friction: 0.1}"
thrown lankarani "normal: {law: lankarani_nikravesh, restitution: 0.9},
    tangential: {law: luding, stiffness: 1000, friction: 0.4, stiffness_ratio: 0.3}"
thrown jkr "normal: {law: jkr, surface_energy: 0.6, restitution: 0.7}, $mindlin,
    rolling: {law: epsd, rolling_friction: 0.1}, $marshall"
thrown thornton "normal: {law: thornton_ning, yield_stress: 1e5, surface_energy: 0.6}, $spring, $marshall"
thrown walton "normal: {law: walton_braun, stiffness: 500, restitution: 0.7}, $mindlin"

names=()
for file in "$cases"/*.yaml; do
    name=${file##*/}
    names+=("${name%.yaml}")
done
slot=
while read -r name rest; do # every law has a case
    if [[ -z $rest ]]; then
        slot=$name
    elif ! grep -q "$slot: {law: $name," "$cases"/*.yaml; then
        die "no case here has the $slot law $name"
    fi
done < <("$scree" law list)

# ---- here ------------------------------------------------------------------------------------------------------------
isas=(v2)
! grep -qw avx2 /proc/cpuinfo || isas+=(v3)
! grep -qw avx512vl /proc/cpuinfo || isas+=(v4)
for name in "${names[@]}"; do
    for isa in "${isas[@]}"; do
        state=$(OMP_NUM_THREADS=1 "$scree" run "$cases/$name.yaml" --isa "$isa" --out "$work/out" --quiet 2>"$work/scree.log" |
            sed -n 's/^state: //p') || { cat "$work/scree.log" >&2; die "$name fails with $isa"; }
        rm -rf "$work/out"
        echo "$name here $isa $state" >>"$work/states"
    done
done

# ---- in Bochs --------------------------------------------------------------------------------------------------------
cp /bin/busybox "$scree" "$system/bin/"
ldd "$scree" | grep -oE '/[^ ]+' | while read -r library; do
    mkdir -p "$system${library%/*}"
    cp -L "$library" "$system$library"
done
cat >"$system/init" <<INIT
#!/bin/busybox sh
/bin/busybox mount -t proc proc /proc
/bin/busybox mount -t devtmpfs dev /dev
exec >/dev/ttyS0 2>&1
export OMP_NUM_THREADS=1
echo "processor \$(/bin/busybox grep -m 1 -o 'avx512[a-z]*' /proc/cpuinfo | /bin/busybox sort -u | /bin/busybox xargs)"
for name in ${names[*]}; do
    case \$name in hertz*) isas='v2 v3 v4' ;; *) isas=v4 ;; esac
    for isa in \$isas; do
        state=\$(/bin/${scree##*/} run /cases/\$name.yaml --isa \$isa --out /tmp/out --quiet 2>/tmp/log) || /bin/busybox cat /tmp/log
        echo "\$name bochs \$isa \${state#state: }"
        /bin/busybox rm -rf /tmp/out
    done
done
echo finished
/bin/busybox sleep 2 # for the console
/bin/busybox poweroff -f
INIT
chmod +x "$system/init"

kernel=${SCREE_KERNEL:-$(find /boot -maxdepth 1 -name 'vmlinuz-*-amd64' 2>/dev/null | sort -V | tail -n 1)}
if [[ -z $kernel ]]; then
    package=$(apt-cache depends linux-image-cloud-amd64 2>/dev/null | sed -n 's/^ *Depends: //p' | head -n 1)
    [[ -n $package ]] || die "no kernel in /boot, and apt knows none (apt-get update)"
    (cd "$work" && apt-get -q -o APT::Sandbox::User="$(id -un)" download "$package" && dpkg-deb -x ./"$package"_*.deb kernel) \
        >"$work/kernel.log" 2>&1 || { cat "$work/kernel.log" >&2; die "no kernel"; }
    kernel=$(find "$work/kernel/boot" -name 'vmlinuz-*')
fi
cp "$kernel" "$disc/linux"
cp $isolinux $ldlinux "$disc/"
(cd "$system" && find . | cpio -o -H newc --quiet >"$disc/initrd")
# Bochs 2.7 tells Linux a wrong size of what XSAVEC saves, which then does without AVX: XSAVE will do.
cat >"$disc/isolinux.cfg" <<'CFG'
default scree
prompt 0
label scree
 kernel linux
 initrd initrd
 append console=ttyS0 quiet loglevel=1 nokaslr mitigations=off nosmp lpj=1000000 tsc=reliable edd=off noxsaves clearcpuid=xsavec,xsaves
CFG
xorriso -as mkisofs -quiet -o "$work/boot.iso" -b isolinux.bin -c boot.cat -no-emul-boot -boot-load-size 4 \
    -boot-info-table "$disc" >"$work/xorriso.log" 2>&1 || { cat "$work/xorriso.log" >&2; die "no disc"; }
cat >"$work/bochsrc" <<RC
config_interface: textconfig
display_library: rfb, options="timeout=0"
memory: guest=512, host=512
romimage: file=$bios
vgaromimage: file=$vga
cpu: model=corei7_skylake_x, count=1, ips=50000000
ata0-master: type=cdrom, path=$work/boot.iso, status=inserted
boot: cdrom
com1: enabled=1, mode=file, dev=$work/console
log: $work/bochs.log
panic: action=fatal
sound: waveoutdrv=dummy
RC
echo c >"$work/continue" # for Bochs with its debugger, as Debian's
: >"$work/console"
timeout -k 5 1800 bochs -f "$work/bochsrc" -rc "$work/continue" </dev/null >"$work/bochs.out" 2>&1 || true # its way to end

# ---- verdict ---------------------------------------------------------------------------------------------------------
tr -d '\r' <"$work/console" >"$work/lines"
grep -q '^finished$' "$work/lines" || { tail -n 20 "$work/bochs.out" "$work/lines" >&2; die "Bochs came to no end"; }
grep -aE '^[a-z0-9-]+ bochs v[234] ' "$work/lines" >>"$work/states"
status=0
for name in "${names[@]}"; do
    wanted=$(sed -n "s/^$name here v2 //p" "$work/states")
    others=$(grep "^$name " "$work/states" | grep -cv " $wanted\$" || true)
    if [[ $wanted =~ ^[0-9a-f]{32}$ ]] && ((others == 0)) && grep -q "^$name bochs v4 $wanted\$" "$work/states"; then
        printf '%s %s\n' "$wanted" "$name"
    else
        status=1
        printf '%s\n' "differs:" && grep "^$name " "$work/states"
    fi
done
((status)) || echo "the same from ${isas[*]} here and v4 in Bochs: ${#names[@]} cases"
exit $status

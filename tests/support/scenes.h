// SPDX-License-Identifier: BSD-3-Clause
// Small scenes that together contain everything that can change: sizes 1:10, two and three materials, meshes, moving walls,
// gates, insertion at a rate, outlets, periodic sides, fixed bodies, plastic history, bonds, heat; and the digest of each at its end.
#pragma once

#include "ranks.h"
#include "world_of_text.h"
#include <dirent.h>
#include <stdlib.h>
#include <unistd.h>

typedef struct scene {
    const char *name, *text;
    uint64_t steps;
    const char *golden; // digest after `steps`; to be changed only on purpose, with the reason in the commit
} scene;

#define MATERIALS                                                                                            \
    "materials:\n"                                                                                           \
    "  a: {density: 2500, young: 1e6, poisson: 0.2, restitution: 0.5, friction: 0.4, rolling_friction: "     \
    "0.05}\n"                                                                                                \
    "  b: {density: 1500, young: 2e6, poisson: 0.35, restitution: 0.8, friction: 0.2, rolling_friction: "    \
    "0.01}\n"                                                                                                \
    "  c: {density: 2000, young: 2e6, poisson: 0.3, restitution: 0.6, friction: 0.3, rolling_friction: "     \
    "0.01}\n"                                                                                                \
    "search: {skin: 1 mm}\n"                                                                                 \
    "output: {plot: false, series: {every: 0}}\n"

static const scene scenes[] = {
    {"hopper",
     "time: {end: 0.07, dt: 20 us, velocity_scale: 2}\n"
     "gravity: [0, 0, -9.81]\n"
     "domain: {min: [-0.05,-0.03,-0.2], max: [0.05,0.03,0.2], periodic: [y]}\n" MATERIALS
     "contacts: [{between: any, rolling: epsd}]\n"
     "walls:\n"
     "  funnel: {mesh: {file: funnel.stl}, material: a}\n"
     "  shaker: {plane: {point: [-0.045,0,0], normal: [1,0,0]}, material: b,\n"
     "    motion: {vibrate: {amplitude: [1 mm,0,0], frequency: 60}}}\n"
     "  paddle: {mesh: {file: paddle.stl}, material: a,\n"
     "    motion: {rotate: {axis: [0,1,0], point: [0,0,0.03], rate: 60}, start: 10 ms}}\n"
     "  side: {plane: {point: [0.045,0,0], normal: [-1,0,0]}, material: b}\n"
     "  gate: {plane: {point: [0,0,-0.03], normal: [0,0,1]}, material: b, stop: 50 ms}\n"
     "insertion:\n"
     "  - {material: a, rate: 6000 1/s, region: {box: {min: [-0.03,-0.03,0.06], max: [0.03,0.03,0.09]}},\n"
     "     diameter: {uniform: [3 mm, 6 mm]}, velocity: [0,0,-1.5], velocity_spread: [0.2,0.2,0.1], every: 5 "
     "ms}\n"
     "  - {material: b, fill: random, region: {box: {min: [-0.01,-0.03,-0.03], max: [0.01,0.03,0]}}, "
     "fraction: "
     "0.35,\n"
     "     diameter: {table: [[1.5 mm, 0.9], [15 mm, 0.1]]}, distribution: number, velocity: [0,0,-0.5]}\n"
     "outlets: {exit: {region: {half_space: {point: [0,0,-0.035], normal: [0,0,-1]}}}}\n",
     3500, "41684a72371a11513914ecb62d3581da"},
    {"drum",
     "time: {end: 0.04, dt: 20 us, velocity_scale: 2}\n"
     "gravity: [0, 0, -9.81]\n" MATERIALS "contacts:\n"
     "  - {between: any, tangential: {law: linear_spring, limit: elastic}, rolling: cdt}\n"
     "  - {between: [a, b], normal: {law: hertz, end: zero_force}, tangential: coulomb}\n"
     "walls:\n"
     "  shell: {cylinder: {point: [0,-0.03,0], axis: [0,1,0], radius: 0.05, length: 0.06}, material: b,\n"
     "    motion: {rotate: {axis: [0,1,0], point: [0,0,0], rate: 300 rpm}}}\n"
     "  front: {plane: {point: [0,-0.02,0], normal: [0,1,0]}, material: a}\n"
     "  back: {plane: {point: [0,0.02,0], normal: [0,-1,0]}, material: b, surface_velocity: [0.5,0,0]}\n"
     "insertion:\n"
     "  - {material: a, fill: lattice, region: {cylinder: {point: [0,-0.02,0], axis: [0,1,0], radius: 0.045, "
     "length: "
     "0.04}},\n"
     "     diameter: {normal: {mean: 5 mm, deviation: 0.5 mm}}, count: 400, velocity: [0,0,-0.8]}\n"
     "  - {material: b, fill: random, region: {box: {min: [-0.02,-0.02,0], max: [0.02,0.02,0.04]}}, count: "
     "100,\n"
     "     diameter: 2 mm}\n",
     2000, "8e9827177bdc1772151954bfff84305b"},
    {"gas",
     "time: {end: 0.04, dt: 20 us, velocity_scale: 2, integrator: verlet_half_step}\n"
     "domain: {min: [0,0,0], max: [0.06,0.05,0.04], periodic: [x, y, z]}\n" MATERIALS
     "contacts: [{between: any, normal: {law: hooke, stiffness: 500}, rolling: epsd}]\n"
     "insertion:\n"
     "  - {material: a, fill: random, region: {box: {min: [0,0,0], max: [0.06,0.05,0.04]}}, count: 250,\n"
     "     diameter: {lognormal: {median: 4 mm, deviation: 0.3, min: 2 mm, max: 8 mm}}, velocity_spread: "
     "[2,2,2]}\n"
     "  - {material: b, fill: random, region: {box: {min: [0,0,0], max: [0.06,0.05,0.04]}}, count: 200,\n"
     "     diameter: 2 mm, velocity_spread: [2,2,2]}\n",
     2000, "19ca3967f903841d8ef48c6130b1a825"},
    {"hot", // law sets with a fused loop
     "time: {end: 0.02, dt: 10 us, velocity_scale: 2}\n"
     "gravity: [0, 0, -9.81]\n"
     "domain: {min: [0,0,0], max: [0.03,0.03,0.06], periodic: [x, y]}\n" MATERIALS "contacts:\n"
     "  - {between: [a, b], normal: {law: hooke, stiffness: 200}, tangential: linear_spring}\n"
     "  - {between: [b, b], normal: {law: hooke_hysteresis, elastic_stiffness: 100, max_stiffness_ratio: 4,\n"
     "     adhesion_stiffness_ratio: 0.1, plasticity_depth: 0.05}, tangential: {law: linear_spring, preset: "
     "liggghts}}\n"
     "  - {between: [b, c], normal: {law: hooke_hysteresis, elastic_stiffness: 100, max_stiffness_ratio: 4,\n"
     "     adhesion_stiffness_ratio: 0.1, plasticity_depth: 0.05}, tangential: linear_spring}\n"
     "walls:\n"
     "  floor: {plane: {point: [0,0,0], normal: [0,0,1]}, material: a,\n"
     "    motion: {vibrate: {amplitude: [0,0,0.5 mm], frequency: 60}}}\n"
     "insertion:\n"
     "  - {material: a, fill: random, region: {box: {min: [0,0,0], max: [0.03,0.03,0.02]}}, fraction: 0.35,\n"
     "     diameter: {uniform: [2 mm, 4 mm]}, velocity: [0.3,0,-1], velocity_spread: [0.2,0.2,0.1]}\n"
     "  - {material: b, fill: random, region: {box: {min: [0,0,0.02], max: [0.03,0.03,0.04]}}, fraction: "
     "0.35,\n"
     "     diameter: {uniform: [1.5 mm, 3 mm]}, velocity: [0,0.3,-2], velocity_spread: [0.2,0.2,0.1]}\n"
     "  - {material: c, fill: random, region: {box: {min: [0,0,0.04], max: [0.03,0.03,0.06]}}, fraction: "
     "0.35,\n"
     "     diameter: {uniform: [1.5 mm, 3 mm]}, velocity: [0,0.3,-3], velocity_spread: [0.2,0.2,0.1]}\n",
     2000, "231a607a1c2e858395d02dd678a631a7"},
    {"rough", // an incline of fixed spheres; a plate of fixed spheres moves under it
     "time: {end: 0.05, dt: 20 us, velocity_scale: 2}\n"
     "gravity: [5, 0, -8.4]\n"
     "domain: {min: [-0.03,-0.02,-0.02], max: [0.03,0.02,0.2], periodic: [x, y]}\n" MATERIALS
     "contacts: [{between: any, rolling: epsd}]\n"
     "walls: {lid: {plane: {point: [0,0,0.1], normal: [0,0,-1]}, material: b, motion: {translate: "
     "{velocity: [0,0,-1]}}}}\n"
     "particles:\n"
     "  - {file: rough.txt, material: b, fixed: true}\n"
     "  - {file: plate.txt, material: a, fixed: true}\n"
     "insertion:\n"
     "  - {material: a, fill: random, region: {box: {min: [-0.03,-0.02,0.004], max: [0.03,0.02,0.04]}}, "
     "count: 500,\n"
     "     diameter: {uniform: [3 mm, 6 mm]}, velocity: [0.3,0,-1]}\n"
     "outlets: {sample: {region: {box: {min: [0.02,-0.02,0], max: [0.03,0.02,0.02]}}}}\n",
     2500, "701874a19e73134312fa9b066b573d02"},
    {"mixed", // with and without rolling, necks without history
     "time: {end: 0.02, dt: 10 us, velocity_scale: 2}\n"
     "gravity: [0, 0, -9.81]\n"
     "domain: {min: [0,0,0], max: [0.03,0.03,0.06], periodic: [x, y]}\n" MATERIALS "contacts:\n"
     "  - {between: [a, b], normal: {law: hooke, stiffness: 200}, tangential: linear_spring, rolling: epsd}\n"
     "  - {between: [b, b], normal: {law: jkr, surface_energy: 0.05}, tangential: none}\n"
     "walls:\n"
     "  floor: {plane: {point: [0,0,0], normal: [0,0,1]}, material: a}\n"
     "insertion:\n"
     "  - {material: a, fill: random, region: {box: {min: [0,0,0], max: [0.03,0.03,0.03]}}, fraction: 0.35,\n"
     "     diameter: {uniform: [2 mm, 4 mm]}, velocity: [0.3,0,-1], velocity_spread: [0.2,0.2,0.1]}\n"
     "  - {material: b, fill: random, region: {box: {min: [0,0,0.03], max: [0.03,0.03,0.06]}}, fraction: "
     "0.35,\n"
     "     diameter: {uniform: [1.5 mm, 3 mm]}, velocity: [0,0.3,-2], velocity_spread: [0.2,0.2,0.1]}\n",
     2000, "12688484b6bd88c1c4e6334fbcaf164e"},
    {"bonds", // both laws of bonds: agglomerates, walls, healing, scatter of strengths, contact laws that wait
     "time: {end: 0.03, dt: 10 us, velocity_scale: 2}\n"
     "gravity: [0, 0, -9.81]\n"
     "domain: {min: [0,0,-0.01], max: [0.04,0.04,0.1], periodic: [x, y]}\n" MATERIALS "contacts:\n"
     "  - {between: any, rolling: epsd}\n"
     "  - {between: [a, a], bond: {law: parallel, bond_young: 4 MPa, bond_tension: 0.1 MPa, bond_shear: 0.1 "
     "MPa,\n"
     "     bond_section: timoshenko, bond_damping_normal: 0.1, bond_damping_bending: 0.1}}\n"
     "  - {between: [a, b], bond: {law: parallel, bond_young: 2 MPa, bond_tension: 10 kPa, bond_shear: 10 "
     "kPa,\n"
     "     bond_friction: 0.3, bond_moment: end, contact_while_bonded: no}}\n"
     "  - {between: [b, b], bond: {law: rotational, bond_kr: 2000, bond_ks: 500, bond_kb: 1e-3, bond_kt: "
     "1e-3,\n"
     "     bond_fr: 0.1, bond_fs: 0.1, bond_tb: 1e-4, bond_tt: 1e-4, bond_gamma_n: 1e-3, bond_smooth: yes}}\n"
     "walls:\n"
     "  floor: {plane: {point: [0,0,0], normal: [0,0,1]}, material: b,\n"
     "    motion: {vibrate: {amplitude: [0.2 mm,0,0], frequency: 100}}}\n"
     "  paddle: {mesh: {file: paddle.stl}, material: c}\n"
     "shapes:\n"
     "  trio: {bonded: {gap: 0.1 mm, weibull: 6}, members: [{at: [0, 0, 0], radius: 1.2 mm},\n"
     "    {at: [2.4 mm, 0, 0], radius: 1.2 mm}, {at: [1.2 mm, 2.05 mm, 0], radius: 1.2 mm}]}\n"
     "insertion:\n"
     "  - {material: a, fill: lattice, region: {box: {min: [0.005,0.005,0.004], max: [0.025,0.025,0.015]}}, "
     "diameter: {uniform: [2.5 mm, 3 mm]},\n"
     "     velocity: [0.3,0,-1.5]}\n"
     "  - {material: b, fill: random, region: {box: {min: [0,0,0.04], max: [0.04,0.04,0.06]}}, fraction: "
     "0.1, diameter: 2 mm,\n"
     "     velocity: [0,0,-2]}\n"
     "  - {material: b, rate: 4000 1/s, shape: trio, region: {box: {min: [0,0,0.065], max: "
     "[0.04,0.04,0.09]}}, velocity: [0,0,-2.5],\n"
     "     velocity_spread: [0.5, 0.5, 0.5]}\n"
     "bonds:\n"
     "  - {name: block, materials: [a, a], gap: 0.5 mm, weibull: 4}\n"
     "  - {name: heal, start: 10 ms, every: 2.5 ms, gap: 0.1 mm, materials: [a, b]}\n"
     "  - {name: glue, start: 8 ms, every: 4 ms, walls: [floor], gap: 0.2 mm}\n"
     "outlets: {exit: {region: {box: {min: [0.03,0.03,0], max: [0.04,0.04,0.01]}}}}\n",
     3000, "5e340a9f09438beb2904976b3b6d9a61"},
    {"heat", // conduction, walls of all kinds, sources, heat of friction
     "time: {end: 0.04, dt: 20 us, velocity_scale: 2}\n"
     "gravity: [0, 0, -9.81]\n"
     "domain: {min: [-0.03,-0.02,-0.05], max: [0.03,0.02,0.1], periodic: [y]}\n"
     "materials:\n"
     "  a: {density: 2500, young: 1e6, poisson: 0.2, restitution: 0.5, friction: 0.4, heat_capacity: 20, "
     "conductivity: 20, emissivity: 0.9}\n"
     "  b: {density: 1500, young: 2e6, poisson: 0.35, restitution: 0.8, friction: 0.2, heat_capacity: 10, "
     "emissivity: 0.5, "
     "conductivity: 5}\n"
     "search: {skin: 1 mm}\n"
     "output: {plot: false, series: {every: 0}}\n"
     "contacts:\n"
     "  - {between: any, normal: hertz, tangential: mindlin, heat: conduction}\n"
     "  - {between: [b, any], bond: {law: parallel, bond_young: 2 MPa,\n"
     "     bond_tension: 0.1 MPa, bond_shear: 0.1 MPa}}\n"
     "shapes:\n"
     "  dimer: {members: [{at: [-1 mm, 0, 0], radius: 1.3 mm}, {at: [1 mm, 0, 0], radius: 1.3 mm}]}\n"
     "walls:\n"
     "  floor: {plane: {point: [0,0,0], normal: [0,0,1]}, material: b, heat: {temperature: 600 K}}\n"
     "  left: {plane: {point: [-0.03,0,0], normal: [1,0,0]}, material: a, heat: {power: 2 W}}\n"
     "  right: {plane: {point: [0.03,0,0], normal: [-1,0,0]}, material: a}\n"
     "  paddle: {mesh: {file: paddle.stl}, material: a, heat: {mass: 1 g, temperature: 400 K},\n"
     "    motion: {rotate: {axis: [0,1,0], point: [0,0,0.03], rate: 60}, start: 5 ms}}\n"
     "insertion:\n"
     "  - {material: a, fill: random, count: 250, region: {box: {min: [-0.03,-0.02,0], max: "
     "[0.03,0.02,0.03]}},\n"
     "     diameter: {uniform: [3 mm, 5 mm]}, velocity: [0.2,0,-1], temperature: 350 K}\n"
     "  - {material: b, rate: 4000 1/s, region: {box: {min: [-0.03,-0.02,0.06], max: [0.03,0.02,0.09]}},\n"
     "     diameter: 3 mm, velocity: [0,0,-2], velocity_spread: [0.5,0.5,0.5]}\n"
     "  - {material: a, shape: dimer, rate: 1000 1/s, region: {box: {min: [-0.03,-0.02,0.06], max: "
     "[0.03,0.02,0.09]}}, velocity: [0,0,-2]}\n"
     "bonds: [{start: 5 ms, every: 3 ms, gap: 0.3 mm, weibull: 5}, {walls: [paddle], start: 8 ms, gap: 0.2 "
     "mm, every: 4 ms}]\n"
     "outlets: {exit: {region: {box: {min: [0.02,0,0], max: [0.03,0.02,0.01]}}}}\n"
     "heat:\n"
     "  temperature: 300 K\n"
     "  ambient: 290 K\n"
     "  convection: 40 W/(m2 K)\n"
     "  radiation: true\n"
     "  friction: 0.9\n"
     "  sources: [{material: a, power: 5 mW, start: 10 ms}]\n",
     2000, "bb5381941ed5c263516a9dd307061c6d"},
    {"softening", // tables by temperature of laws, bonds and conduction; two walls of one mesh of different temperatures
     "time: {end: 0.04, dt: 20 us, velocity_scale: 2}\n"
     "gravity: [0, 0, -9.81]\n"
     "domain: {min: [-0.03,-0.02,-0.05], max: [0.03,0.02,0.1], periodic: [y]}\n"
     "materials:\n"
     "  a: {density: 2500, poisson: 0.2, friction: 0.4, heat_capacity: 4, conductivity: 20,\n"
     "    temperature_tables: {step: 10 K, young: [[320 K, 1 MPa], [420 K, 0.2 MPa]],\n"
     "      restitution: [[300 K, 0.7], [400 K, 0.3]], bond_tension: [[320 K, 0.2 MPa], [400 K, 1 Pa]]}}\n"
     "  b: {density: 1500, young: 2e6, restitution: 0.8, heat_capacity: 3, bond_tension: 0.1 MPa,\n"
     "    temperature_tables: {poisson: [[300 K, 0.35], [500 K, 0.2]],\n"
     "      friction: [[300 K, 0.5], [350 K, 0.1], [500 K, 0.3]], conductivity: [[300 K, 5], [500 K, 15]]}}\n"
     "search: {skin: 1 mm}\n"
     "output: {plot: false, series: {every: 0}}\n"
     "contacts:\n"
     "  - {between: any, normal: hertz, tangential: mindlin, heat: conduction}\n"
     "  - {between: [b, b], rolling: epsd, rolling_friction: 0.1}\n"
     "  - {between: [a, any], bond: {law: parallel, bond_young: 2 MPa, bond_shear: 0.1 MPa}}\n"
     "shapes:\n"
     "  dimer: {members: [{at: [-1 mm, 0, 0], radius: 1.3 mm}, {at: [1 mm, 0, 0], radius: 1.3 mm}]}\n"
     "walls:\n"
     "  floor: {rectangle: {corner: [-0.03,-0.02,0], first: [0.03,0,0], second: [0,0.04,0]}, material: b, "
     "heat: "
     "{temperature: 600 K}}\n"
     "  cold: {rectangle: {corner: [0,-0.02,0], first: [0.03,0,0], second: [0,0.04,0]}, material: b, heat: "
     "{temperature: 300 K}}\n"
     "  left: {plane: {point: [-0.03,0,0], normal: [1,0,0]}, material: a, heat: {power: 2 W}}\n"
     "  right: {plane: {point: [0.03,0,0], normal: [-1,0,0]}, material: a}\n"
     "  paddle: {mesh: {file: paddle.stl}, material: a, heat: {mass: 1 g, temperature: 330 K, power: 2 W},\n"
     "    motion: {rotate: {axis: [0,1,0], point: [0,0,0.03], rate: 60}, start: 5 ms}}\n"
     "insertion:\n"
     "  - {name: warm, material: a, fill: random, count: 250, region: {box: {min: [-0.03,-0.02,0], max: "
     "[0.03,0.02,0.03]}},\n"
     "     diameter: {uniform: [3 mm, 5 mm]}, velocity: [0.2,0,-1], temperature: 350 K}\n"
     "  - {material: b, rate: 4000 1/s, region: {box: {min: [-0.03,-0.02,0.06], max: [0.03,0.02,0.09]}},\n"
     "     diameter: 3 mm, velocity: [0,0,-2], velocity_spread: [0.5,0.5,0.5]}\n"
     "  - {material: a, shape: dimer, rate: 1000 1/s, region: {box: {min: [-0.03,-0.02,0.06], max: "
     "[0.03,0.02,0.09]}}, velocity: [0,0,-2], temperature: 420 K}\n"
     "bonds: [{start: 5 ms, every: 3 ms, gap: 0.3 mm, weibull: 5}, {walls: [paddle], start: 8 ms, gap: 0.2 "
     "mm, every: 4 ms}]\n"
     "outlets: {exit: {region: {box: {min: [0.02,0,0], max: [0.03,0.02,0.01]}}}}\n"
     "heat:\n"
     "  temperature: 300 K\n"
     "  ambient: 290 K\n"
     "  convection: 40 W/(m2 K)\n"
     "  friction: 0.9\n"
     "  sources: [{from: warm, power: 0.3 W, start: 10 ms}]\n",
     2000, "47ae09f2db1bdd94902d05880aed2e7b"},
    {"pieces", // bodies of several convex bodies beside convex bodies, clumps and spheres, on walls of all kinds
     "time: {end: 0.022, dt: 20 us, velocity_scale: 2}\n"
     "gravity: [0, 0, -9.81]\n"
     "domain: {min: [-0.05,-0.015,-0.05], max: [0.05,0.015,0.08], periodic: [y]}\n" MATERIALS
     "contacts: [{between: any, rolling: epsd}]\n"
     "shapes:\n"
     "  jack: {pieces: [{capsule: {radius: 1 mm, length: 7 mm}}, {capsule: {radius: 1 mm, length: 7 mm}, "
     "orientation: {axis: [1,0,0], angle: 90 deg}}, {rounded_cylinder: {radius: 1 mm, length: 7 mm}, "
     "orientation: {axis: [0,1,0], angle: 90 deg}}]}\n"
     "  ell: {pieces: [{polyhedron: {corners: [[0,0,0],[6 mm,0,0],[0,2 mm,0],[6 mm,2 mm,0],[0,0,2 mm],[6 "
     "mm,0,2 mm],[0,2 mm,2 mm],[6 mm,2 mm,2 mm]]}}, {rounded_box: {sides: [2 mm,4 mm,2 mm]}, at: [1 mm,4 "
     "mm,1 mm]}, {superellipsoid: {half_axes: [1.5 mm,1 mm,1 mm], exponent: 3}, at: [7 mm,1 mm,1 mm]}]}\n"
     "  rice: {ellipsoid: [2.5 mm, 1.2 mm, 1 mm]}\n"
     "  dimer: {members: [{at: [0,0,-1 mm], radius: 1.5 mm}, {at: [0,0,1 mm], radius: 1.5 mm}]}\n"
     "walls:\n"
     "  shell: {cylinder: {point: [0,0,0], axis: [0,1,0], radius: 0.025}, material: b,\n"
     "    motion: {rotate: {axis: [0,1,0], point: [0,0,0], rate: 60 rpm}}}\n"
     "  floor: {plane: {point: [0,0,-0.022], normal: [0,0,1]}, material: a}\n"
     "  paddle: {rectangle: {corner: [-0.012,-0.02,-0.004], first: [0.024,0,0.001], second: [0,0.04,0]}, "
     "material: a,\n"
     "    motion: {rotate: {axis: [0,1,0], point: [0,0,0], rate: 10}}}\n"
     "insertion:\n"
     "  - {material: a, shape: jack, fill: random, count: 30, region: {box: {min: [-0.013,-0.015,-0.018], "
     "max: "
     "[0.013,0.015,0.018]}}}\n"
     "  - {material: c, shape: ell, diameter: {uniform: [3 mm, 4 mm]}, fill: random, count: 40, spin: "
     "[0,0,40], region: {box: {min: [-0.013,-0.015,-0.018], max: [0.013,0.015,0.018]}}}\n"
     "  - {material: b, shape: rice, fill: random, count: 30, region: {box: {min: [-0.013,-0.015,-0.018], "
     "max: "
     "[0.013,0.015,0.018]}}}\n"
     "  - {material: a, shape: dimer, fill: random, count: 20, region: {box: {min: [-0.013,-0.015,-0.018], "
     "max: [0.013,0.015,0.018]}}}\n"
     "  - {material: c, fill: random, diameter: 3 mm, count: 30, region: {box: {min: "
     "[-0.013,-0.015,-0.018], max: [0.013,0.015,0.018]}}}\n"
     "  - {material: a, shape: jack, rate: 800 1/s, velocity: [0,0,-1], region: {box: {min: "
     "[-0.008,-0.015,0.014], max: [0.008,0.015,0.022]}}}\n",
     1100, "46adc291d9221a00c4e495b7cf828a1d"},
};
enum { SCENES = sizeof scenes / sizeof *scenes };

static inline int make_files(void **state) {
    (void)state;
    enum { ACROSS = 6, ALONG = 4 };
    scree_vec3 corner[2 * ACROSS * ALONG * 3 + 6];
    size_t n = 0;
    for (int side = -1; side <= 1;
         side += 2) { // two slopes towards a slot, as strips across the whole periodic side
        for (int k = 0; k < ALONG; k++) {
            double y0 = -0.03 + 0.06 * k / ALONG, y1 = -0.03 + 0.06 * (k + 1) / ALONG, x0 = side * 0.008,
                   x1 = side * 0.05;
            const scree_vec3 quad[6] = {{x0, y0, -0.02}, {x1, y0, 0.03}, {x1, y1, 0.03},
                                        {x0, y0, -0.02}, {x1, y1, 0.03}, {x0, y1, -0.02}};
            memcpy(corner + n, quad, sizeof quad);
            n += 6;
        }
    }
    write_mesh("funnel.stl", corner, n / 3);
    static const scree_vec3 paddle[6] = {{-0.015, -0.01, 0.03}, {0.015, -0.01, 0.03}, {0.015, 0.01, 0.03},
                                         {-0.015, -0.01, 0.03}, {0.015, 0.01, 0.03},  {-0.015, 0.01, 0.03}};
    write_mesh("paddle.stl", paddle, 2);
    FILE *rough = fopen("rough.txt", "w"), *plate = fopen("plate.txt", "w");
    assert_true(rough && plate);
    fprintf(rough, "# id x y z radius\n");
    fprintf(plate, "# id x y z radius vx vy vz\n");
    for (int k = 0; k < 15 * 10;
         k++) { // 4 mm apart and larger than that; the plate between two rows, over the base
        double x = -0.03 + 0.004 * (k % 15), y = -0.02 + 0.004 * (k / 15);
        fprintf(rough, "%d %.17g %.17g %.17g %.17g\n", k + 1, x, y, 0.0005 * (k % 3), 0.0025);
        if (k / 15 == 4 && k % 15 < 5) {
            fprintf(plate, "%d %.17g %.17g %.17g %.17g 0.4 0 0.1\n", k + 1001, x, y, 0.003, 0.003);
        }
    }
    assert_int_equal(fclose(rough) | fclose(plate), 0);
    return 0;
}

static inline void clear_folder(const char *path) {
    DIR *folder = opendir(path);
    for (struct dirent *e; folder && (e = readdir(folder));) {
        char *file = scree_format("%s/%s", path, e->d_name);
        unlink(file);
        scree_free(file);
    }
    if (folder) {
        closedir(folder);
    }
    rmdir(path);
}

static inline int remove_files(void **state) {
    (void)state;
    clear_folder("run.out");
    unlink("funnel.stl");
    unlink("paddle.stl");
    unlink("rough.txt");
    unlink("plate.txt");
    unlink("scene.yaml");
    unlink("pack.txt");
    unlink("end.scree");
    return 0;
}

// comm: of all ranks, which open it together; NULL: only this process.
static inline scree_world *open_scene(const scene *s, double skin, int threads, const char *isa,
                                      scree_comm *comm) {
    scree_case *c = case_of_text(s->text);
    c->skin = skin > 0.0 ? skin : c->skin;
    scree_world *w = world_of_case(c, NULL, 0, threads, isa);
    w->comm = comm;
    begin(w);
    return w;
}

static inline void expect_digest(const scree_world *w, const scene *s, const char *how) {
    char hex[33];
    scree_hash_hex(scree_world_digest(w), hex);
    if (strcmp(hex, s->golden) != 0) {
        fail_msg("scene %s, %s: digest \"%s\", wanted \"%s\"", s->name, how, hex, s->golden);
    }
}

// main() of a test on several ranks, with the files of the scenes.
static inline int run_on_ranks(scree_comm **comm, const struct CMUnitTest *tests, size_t n) {
    *comm = join_ranks();
    if (scree_comm_rank(*comm) == 0) {
        make_files(NULL);
    }
    scree_comm_any(*comm, true); // wait until the files exist
    leave_ranks(*comm, _cmocka_run_group_tests("scenes", tests, n, NULL, NULL));
    scree_comm_any(*comm, true); // wait until all ranks have read them
    if (scree_comm_rank(*comm) == 0) {
        remove_files(NULL);
    }
    return 0;
}

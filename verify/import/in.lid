# a lid comes later, moves down, turns and rests; linear springs
units si
atom_style granular
atom_modify map array
boundary f f f
newton off
communicate single vel yes
read_data bed.data
neighbor 0.003 bin
neigh_modify delay 0
fix m1 all property/global youngsModulus peratomtype 5.e6
fix m2 all property/global poissonsRatio peratomtype 0.45
fix m3 all property/global coefficientRestitution peratomtypepair 1 0.7
fix m4 all property/global coefficientFriction peratomtypepair 1 0.3
fix m5 all property/global characteristicVelocity scalar 2.
pair_style gran model hooke tangential history
pair_coeff * *
timestep 1e-5
fix gravi all gravity 9.81 vector 0 0 -1
fix floor all wall/gran model hooke tangential history primitive type 1 zplane 0
fix cup all wall/gran model hooke tangential history primitive type 1 zcylinder 0.05 0 0
fix integr all nve/sphere
dump d all custom 500 post/d*.txt id x y z vx vy vz omegax omegay omegaz radius
dump_modify d format "%d %.16g %.16g %.16g %.16g %.16g %.16g %.16g %.16g %.16g %.16g"
run 5000
fix plate all mesh/surface file meshes/plate.stl type 1 scale 0.0015 move 0 0 0.21
fix pw all wall/gran model hooke tangential history mesh n_meshes 1 meshes plate
fix mv all move/mesh mesh plate linear 0 0 -0.5
run 10000
unfix mv
fix mv all move/mesh mesh plate rotate origin 0 0 0.05 axis 0 0 1 period 0.4
run 10000
unfix mv
run 2500

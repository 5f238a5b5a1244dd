#!/bin/bash
# Play `muster simulate` as parts of a Slurm array job, and add the parts up in a second job:
#
#   job=$(sbatch --parsable --array=1-8 simulate_slurm.sh GAME SCENARIO --games 1000 --seed 7)
#   sbatch --dependency=afterok:$job --kill-on-invalid-dep=yes simulate_slurm.sh merge 8 out
#
# Everything after the name of the script goes to `muster simulate` unchanged. The folder in which
# sbatch is called must be on storage that all nodes share; the parts go into its folder `parts`.
# PARTS=DIR names another folder, MUSTER=PATH the program. `-c 4` gives each part four processors.
#
# A part whose node is lost or that is requeued goes on from what its folder holds. After scancel or
# a time limit give the same two commands again: finished parts are not played again.

#SBATCH --job-name=muster
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --output=%x-%j.log

muster=${MUSTER:-muster}
parts=${PARTS:-parts}
retries=${RETRIES:-5}

fail() {
    echo "simulate_slurm.sh: $*" >&2
    exit 1
}

if [ "$1" = merge ]; then
    [ $# -eq 3 ] || fail "merge needs the number of parts and the folder for the whole"
    folders=()
    for ((k = 1; k <= $2; k++)); do
        folders+=("$parts/part-$k-of-$2")
    done
    exec "$muster" simulate --merge "${folders[@]}" -o "$3"
fi

[ -n "$SLURM_ARRAY_TASK_ID" ] || fail "hand it to sbatch with --array=1-N"
k=$SLURM_ARRAY_TASK_ID
n=$SLURM_ARRAY_TASK_COUNT
# A shard is counted from 1 without gaps, so the array must be too.
[ "$SLURM_ARRAY_TASK_MIN" = 1 ] && [ "$SLURM_ARRAY_TASK_MAX" = "$n" ] ||
    fail "the array must be 1-N without gaps; finished parts are not played again"

threads=(--threads "${SLURM_CPUS_PER_TASK:-1}")
case " $* " in *" --threads"*) threads=() ;; esac

mkdir -p "$parts" || exit 1
echo "part $k/$n on $SLURMD_NODENAME, restart ${SLURM_RESTART_COUNT:-0}"
"$muster" simulate "$@" "${threads[@]}" --shard "$k/$n" -o "$parts/part-$k-of-$n"
code=$?

# Slurm requeues by itself what is lost with its node. If only muster was killed, we ask for it.
if [ $code -gt 128 ] && [ "${SLURM_RESTART_COUNT:-0}" -lt "$retries" ]; then
    echo "part $k/$n was killed by signal $((code - 128)) and is queued again"
    scontrol requeue "$SLURM_JOB_ID" && sleep 60
fi
exit $code

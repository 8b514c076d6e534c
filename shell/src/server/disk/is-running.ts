/** Whether there is a process with this id on this machine, also one of another user. One that has ended is there until its parent was told. */
export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // EPERM: the process runs as another user.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** Ends a process with all that it has started. */

/**
 * At once, whatever it is doing. On Windows, which has no groups of processes, the process alone.
 *
 * @param pid a process that leads its group.
 */
export function endProcessGroup(pid: number): void {
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // It is gone already.
  }
}

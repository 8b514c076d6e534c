/**
 * Calls back when the command that started this process has ended without a signal for it, as after `kill -9`: nothing else would end the process, and
 * it would keep its port. Nothing where it was started in another way.
 */
export function onParentGone(end: () => void): void {
  process.once("disconnect", end);
  // The open channel to the parent must not keep this process running.
  process.channel?.unref();
  if (process.connected === false) end();
}

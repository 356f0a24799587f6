/** Milliseconds of a processor that this process has taken: other programs add nothing to it, as to the time of day. */
export function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

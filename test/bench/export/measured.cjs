// Loaded into a measured program: at its end, processor time and peak memory in MB go to a file.
const { readFileSync, writeFileSync } = require('node:fs');

process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const processor = (userCPUTime + systemCPUTime) / 1000;
  const memory = (ownPeak() ?? maxRSS) / 1024;
  writeFileSync(process.env.MEASURED_FILE, JSON.stringify({ processor, memory }));
});

/** What Linux reports as maxRSS is at least what the process that started this one held. */
function ownPeak() {
  if (process.platform !== 'linux') return undefined;
  const [, kilobytes] = /^VmHWM:\s*(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
  return kilobytes === undefined ? undefined : Number(kilobytes);
}

// Loaded into a measured program: at its end, processor time and peak memory go to a file.
const { writeFileSync } = require('node:fs');

process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const processor = (userCPUTime + systemCPUTime) / 1000;
  writeFileSync(process.env.MEASURED_FILE, JSON.stringify({ processor, memory: maxRSS / 1024 }));
});

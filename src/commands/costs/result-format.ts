import { chooseFormat, type Format } from '../../output/formats.ts';
import type { Session } from '../../session.ts';

/** The format in which this run's result is written. */
export function formatOf({ settings, outputFlags }: Session): Format {
  return chooseFormat({
    format: settings.output.value,
    explicit: settings.output.source === 'flag',
    outFile: outputFlags.outFile,
  });
}

import type { Session } from '../../session.ts';

export async function pullInto(_session: Session, _path: string): Promise<void> {
  throw new Error('to come');
}

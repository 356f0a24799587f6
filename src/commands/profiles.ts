import { add } from './profiles/add.ts';
import { remove, rename, use } from './profiles/change.ts';
import { set } from './profiles/set.ts';
import { list, path, show } from './profiles/show.ts';

export const profiles = [add, list, show, path, set, use, rename, remove];

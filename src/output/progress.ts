/** Signs of life on stderr while something takes long; silent off a terminal and with --quiet. */
export interface Progress {
  readonly start: (text: string) => void;
  readonly update: (text: string) => void;
  /** Takes the line away. Called before anything else is written. */
  readonly stop: () => void;
}

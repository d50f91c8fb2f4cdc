/** What a command may use of the world around it: where to print, whether a person is watching, whose data. */

export interface CliContext {
  /** Answers, and nothing else: what a pipe gets. */
  readonly stdout: NodeJS.WritableStream;
  /** Errors, progress and friendly words. */
  readonly stderr: NodeJS.WritableStream;
  /** Whether a person watches stderr: progress bars and colours only then. */
  readonly isTerminal: boolean;
  /** Whether a person watches stdout. */
  readonly isAnswerRead: boolean;
  /** Whether answers are coloured: a person watches stdout and `NO_COLOR` is not set. */
  readonly isColoured: boolean;
  /** Places in a line of the terminal; 80 where there is none. */
  readonly width: number;
  /** The data folder, absolute: `TURNOUT_DATA`, or the default. */
  dataDir(): string;
  /** The one answer of a command: `value` as a line of JSON with `--json`, else `text` for a person. */
  print(value: unknown, text: string): void;
}

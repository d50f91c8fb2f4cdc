/** Size of a model's input, px. */
export interface ModelSize {
  readonly width: number;
  readonly height: number;
}

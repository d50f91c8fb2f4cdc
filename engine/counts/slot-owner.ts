/** Which camera writes into which slot of the counts store. */

/** A camera and the slot it owns. */
export interface SlotOwner {
  readonly cameraId: string;
  readonly slot: number;
  readonly generation: number;
}

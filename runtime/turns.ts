/** One piece of work after the other, in the order they were asked for; a failure does not stop the next. */
export function createTurns(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work, work);
    last = result;
    return result;
  };
}

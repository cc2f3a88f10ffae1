/**
 * What follows from one object alone, a model say, and is asked by every save or list: made at the first question, and there as long as the object is. For
 * what never changes with it, for nobody tells it of a change. Pure.
 */
export function madeOnce<K extends object, V extends NonNullable<unknown>>(make: (of: K) => V): (of: K) => V {
  const made = new WeakMap<K, V>();
  return (of) => {
    let known = made.get(of);
    if (known === undefined) {
      known = make(of);
      made.set(of, known);
    }
    return known;
  };
}

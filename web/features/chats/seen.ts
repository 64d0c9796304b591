// Whether the conversations were opened since the last message arrived: then no dot is shown.
let seen = false;
const listeners = new Set<() => void>();

export const setSeen = (value: boolean): void => {
  seen = value;
  for (const listener of listeners) listener();
};

export const isSeen = (): boolean => seen;

export const onSeen = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

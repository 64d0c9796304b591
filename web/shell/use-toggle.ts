// The one optimistic toggle: like, save, follow. Shows the wish at once, sends the last one, undoes
// itself visibly on failure.
import { useCallback, useRef } from 'react';

type Toggle = {
  /** Names the toggle: two components that show the same one share what is in flight. */
  key: string;
  on: boolean;
  /** Puts a state on screen without asking anybody. */
  show: (on: boolean) => void;
  /**
   * Tells the server and shows its answer. A failure has been told to the person by the API client.
   */
  send: (on: boolean) => Promise<void>;
};

type Flight = { wish: boolean; confirmed: boolean };
const flights = new Map<string, Flight>();

/**
 * Answers the function to call on a press. Presses while one is under way only change the wish: at
 * most one call at a time.
 */
export const useToggle = (toggle: Toggle): (() => void) => {
  const latest = useRef(toggle);
  latest.current = toggle;

  return useCallback(() => {
    const { key, on } = latest.current;
    const flying = flights.get(key);
    if (flying) {
      flying.wish = !flying.wish;
      latest.current.show(flying.wish);
      return;
    }
    const flight: Flight = { wish: !on, confirmed: on };
    flights.set(key, flight);
    latest.current.show(flight.wish);
    void settle(key, flight, latest);
  }, []);
};

const settle = async (key: string, flight: Flight, latest: { current: Toggle }): Promise<void> => {
  try {
    while (flight.wish !== flight.confirmed) {
      const sent = flight.wish;
      await latest.current.send(sent);
      flight.confirmed = sent;
    }
  } catch {
    latest.current.show(flight.confirmed);
  } finally {
    flights.delete(key);
  }
};

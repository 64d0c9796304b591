// The one optimistic toggle: like, save, follow. Shows the desired state at once, sends the last
// one, and shows the confirmed state again on failure.
import { useCallback, useRef } from 'react';

type Toggle = {
  /** Names the toggle: two components that show the same one share what is in flight. */
  key: string;
  on: boolean;
  /** Shows a state without a request. */
  show: (on: boolean) => void;
  /**
   * Sends the state and shows the reply. The API client reports a failure.
   */
  send: (on: boolean) => Promise<void>;
};

type PendingToggle = { desired: boolean; confirmed: boolean };
const pendingToggles = new Map<string, PendingToggle>();

/**
 * Returns the function to call on a press. Presses during a call only change the desired state, so
 * at most one call runs at a time.
 */
export const useToggle = (toggle: Toggle): (() => void) => {
  const latest = useRef(toggle);
  latest.current = toggle;

  return useCallback(() => {
    const { key, on } = latest.current;
    const flying = pendingToggles.get(key);
    if (flying) {
      flying.desired = !flying.desired;
      latest.current.show(flying.desired);
      return;
    }
    const flight: PendingToggle = { desired: !on, confirmed: on };
    pendingToggles.set(key, flight);
    latest.current.show(flight.desired);
    void sendUntilConfirmed(key, flight, latest);
  }, []);
};

const sendUntilConfirmed = async (
  key: string,
  flight: PendingToggle,
  latest: { current: Toggle },
): Promise<void> => {
  try {
    while (flight.desired !== flight.confirmed) {
      const sent = flight.desired;
      await latest.current.send(sent);
      flight.confirmed = sent;
    }
  } catch {
    latest.current.show(flight.confirmed);
  } finally {
    pendingToggles.delete(key);
  }
};

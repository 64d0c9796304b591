// No live video: the installation lacks what it needs. Everything else works.
import { LiveError, type LiveEngine } from './port.ts';

/** Refuses every call with `problem`, which tells operators what to set or install. */
export const unavailableLive = (problem: string): LiveEngine => {
  const refuse = async (): Promise<never> => {
    throw new LiveError('unavailable', problem);
  };
  return {
    viewersOutlivePublishers: true,
    makesOutputs: false,
    createRoom: refuse,
    offer: refuse,
    leave: async () => {},
    kick: async () => {},
    mute: refuse,
    publisher: async () => null,
    viewers: async () => [],
    endRoom: async () => {},
    startOutput: refuse,
    stopOutput: async () => {},
    segments: async () => [],
    dropSegment: async () => {},
    keyframe: async () => null,
    async *events() {},
    iceServers: () => [],
    health: async () => ({ state: 'off', problem, rooms: 0, peers: 0, kbpsOut: 0 }),
    close: async () => {},
  };
};

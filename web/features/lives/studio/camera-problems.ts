// Why camera and microphone could not be opened, in words.
import { m } from '../../../paraglide/messages.js';
import type { DeviceProblem } from '../media/devices.ts';

export const CAMERA_PROBLEMS: Record<DeviceProblem, () => string> = {
  denied: m.live_camera_denied,
  missing: m.live_camera_missing,
  busy: m.live_camera_busy,
  unsupported: m.live_camera_unsupported,
};

// Captchas: a task before calls that programs would otherwise make by the thousand.
import type { CaptchaAction } from '@camarim/contract/captcha';

/** The call that a solution is spent on. */
export type CaptchaAttempt = {
  action: CaptchaAction;
  /** IP address of the visitor. */
  address: string;
};

export interface Captcha {
  /**
   * What a browser needs to solve one: the reply of GET /auth/captcha. `address` is the visitor's
   * IP address.
   */
  challenge(address: string): Promise<Record<string, unknown>>;
  /**
   * Accepts a solution once. Throws AppError auth.captchaRefused when it is forged, unsolved, too
   * late, spent or made for another site or action (the last two where the provider binds them),
   * auth.captchaUnavailable when the provider can't be asked.
   */
  spend(solution: string, attempt: CaptchaAttempt): Promise<void>;
  /**
   * Origins of the script and the frame that a challenge runs in; none when it needs nothing from
   * elsewhere.
   */
  readonly origins: readonly string[];
}

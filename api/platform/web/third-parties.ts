// Third-party scripts that the operator configured, and the origins that pages may reach for them.
import type { Hooks } from '@camarim/contract/page-host';
import type { Config } from '../config/config.ts';

export type ThirdPartySettings = Pick<
  Config,
  'SUPPORT_SCRIPT_URL' | 'TAG_MANAGER_URL' | 'FRAUD_SCREEN_URL' | 'THIRD_PARTY_ORIGINS'
>;

/** `hooks` is null and there are no origins until one script at least is configured. */
export const thirdParties = (
  config: ThirdPartySettings,
): { hooks: Hooks | null; origins: readonly string[] } => {
  const hooks: Hooks = {
    support: config.SUPPORT_SCRIPT_URL,
    tagManager: config.TAG_MANAGER_URL,
    fraudScreen: config.FRAUD_SCREEN_URL,
  };
  const scripts = Object.values(hooks).filter((url) => url !== undefined);
  if (scripts.length === 0) return { hooks: null, origins: [] };
  const further = config.THIRD_PARTY_ORIGINS?.split(/\s+/).filter(Boolean) ?? [];
  return {
    hooks,
    origins: [...new Set([...scripts, ...further].map((url) => new URL(url).origin))],
  };
};

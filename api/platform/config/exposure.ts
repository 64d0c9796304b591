// Local mode trusts every client that reaches it: it has test payments, readable mail and demo
// accounts. It must never serve the public.
import { isLoopbackAddress } from '../http/trusted-proxies.ts';
import { type Config, GATEWAY_SWITCHES } from './config.ts';

/**
 * `localhost` and its subdomains, which browsers resolve to this machine, and addresses of the
 * loopback network.
 */
const isLoopbackHost = (host: string): boolean => {
  const name = host.toLowerCase().replace(/^\[(.*)\]$/, '$1');
  return name === 'localhost' || name.endsWith('.localhost') || isLoopbackAddress(name);
};

const isLoopbackUrl = (url: string): boolean => isLoopbackHost(new URL(url).hostname);

/**
 * Why this configuration, which is not production, would serve other people than the one at the
 * machine; empty when it would not. Each entry names the setting. `environment` is the process
 * environment, for NODE_ENV.
 */
export const exposureProblems = (
  config: Config,
  environment: Record<string, string | undefined>,
): string[] => {
  if (config.production) return [];
  const reasons = [
    ...(environment['NODE_ENV'] === 'production' ? ['NODE_ENV is production'] : []),
    ...(isLoopbackUrl(config.publicUrl)
      ? []
      : [
          `CAMARIM_PUBLIC_URL is ${config.publicUrl}, which is not an address of this machine alone`,
        ]),
    ...(isLoopbackHost(config.HOST)
      ? []
      : [`HOST is ${config.HOST}, which other machines can reach`]),
    ...GATEWAY_SWITCHES.flatMap((name) => {
      const url = config[name];
      return url === undefined || isLoopbackUrl(url)
        ? []
        : [`${name} is a payment gateway that is not on this machine`];
    }),
  ];
  return reasons.map(
    (reason) =>
      `${reason}: CAMARIM_ENV=${config.CAMARIM_ENV} has test payments, readable mail and demo accounts; set CAMARIM_ENV=production`,
  );
};

// Whether decoders may run on this machine at all: production starts only where they see nothing
// but their own files.
import type { Config } from '../config/config.ts';
import { ConfigError } from '../config/config.ts';
import type { Logger } from '../log/log.ts';
import { type SandboxTools, sandboxTools } from './sandbox.ts';

/**
 * Throws ConfigError when production would decode uploads without bubblewrap and the operator did
 * not accept that.
 */
export const requireSandbox = (
  config: Pick<Config, 'production' | 'MEDIA_SANDBOX'>,
  tools: SandboxTools,
): void => {
  if (!config.production || tools.bwrap || config.MEDIA_SANDBOX === 'decoders-may-read-all-files')
    return;
  throw new ConfigError(
    'MEDIA_SANDBOX: production needs bubblewrap (apt-get install bubblewrap, and a container that allows user namespaces and /proc in them). ' +
      'Without it a flaw in a decoder can read every file and secret of this user; MEDIA_SANDBOX=decoders-may-read-all-files starts all the same',
  );
};

/**
 * Looks at what the machine offers, writes it into the log, and refuses what `requireSandbox`
 * refuses.
 */
export const checkSandbox = async (config: Config, log: Logger): Promise<void> => {
  const tools = await sandboxTools();
  const found = {
    bubblewrap: tools.bwrap,
    networkNamespace: tools.bwrap || tools.unshare.length > 0,
    kernelLimits: tools.prlimit,
  };
  if (tools.bwrap) log.info(found, 'decoders of media run in a sandbox');
  else
    log.warn(
      found,
      'decoders of media run WITHOUT a sandbox: they can read all files of this user',
    );
  requireSandbox(config, tools);
};

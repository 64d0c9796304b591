// How a media of the vault was made: what its owner says, and what its file came with.
import type { AiChoice } from '@camarim/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/actions/Button.tsx';
import { AiField } from '../../ui/ai/AiField.tsx';
import { showToast } from '../../ui/overlays/toasts.ts';
import { explainRefusal } from '../../client/api/errors.ts';
import styles from './MediaDialog.module.css';
import { CredentialsList, credentialsQuery, useSetAi, type VaultItem } from '../media/index.ts';

/** Why the label is not for the owner alone to say. */
const REASONS = { file: m.ai_by_file, decision: m.ai_by_decision };

const saveFile = (id: string, manifest: string): void => {
  const bytes = Uint8Array.from(atob(manifest), (sign) => sign.codePointAt(0) ?? 0);
  const address = URL.createObjectURL(new Blob([bytes], { type: 'application/c2pa' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = `${id}.c2pa`;
  link.click();
  URL.revokeObjectURL(address);
};

export const MediaOrigin = ({ item: { id, ai } }: { item: VaultItem }) => {
  const set = useSetAi(id);
  const { data: credentials } = useQuery(credentialsQuery(id));
  const manifest = credentials?.[0]?.manifest;
  const said: AiChoice = ai?.label ?? 'none';
  return (
    <>
      <AiField
        value={set.isPending ? set.variables : said}
        hint={ai && ai.by !== 'owner' ? REASONS[ai.by]() : m.ai_hint()}
        error={explainRefusal(set.error)}
        onChange={(next) =>
          set.mutate(next, { onSuccess: () => showToast(m.studio_saved(), 'success') })
        }
      />
      {credentials && credentials.length > 0 && (
        <section aria-label={m.credentials_title()}>
          <h3 className={styles.subtitle}>{m.credentials_title()}</h3>
          <CredentialsList credentials={credentials} className={styles.facts} />
          {manifest && (
            <Button small onClick={() => saveFile(id, manifest)}>
              <Download aria-hidden />
              {m.credentials_download()}
            </Button>
          )}
        </section>
      )}
    </>
  );
};

// Adds media to a message: a file of the device, or media of the vault. For producers only.
import { Archive, FileUp, Paperclip } from 'lucide-react';
import { MESSAGE_MEDIAS_MAX } from '@camarim/contract/limits';
import { useRef, useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import { Menu } from '../../../ui/actions/Menu.tsx';
import { LateOverlay } from '../../../ui/overlays/LateOverlay.tsx';
import { showToast } from '../../../ui/overlays/toasts.ts';
import { VaultPicker } from '../../vault/index.ts';
import { PICKER_TYPES } from './accept.ts';
import type { Enclosures } from './use-enclosed.ts';
import styles from './composer.module.css';

export const AttachButton = ({ enclosed }: { enclosed: Enclosures }) => {
  const { attached, uploading, add, pick } = enclosed;
  const input = useRef<HTMLInputElement>(null);
  const [picking, setPicking] = useState(false);
  const free = MESSAGE_MEDIAS_MAX - attached.length;
  return (
    <>
      <Menu
        label={m.chat_attach()}
        icon={<Paperclip aria-hidden />}
        className={styles.attach ?? ''}
        items={[
          {
            key: 'file',
            text: m.chat_attach_file(),
            icon: <FileUp aria-hidden />,
            onSelect: () =>
              uploading ? showToast(m.chat_upload_one(), 'error') : input.current?.click(),
          },
          {
            key: 'vault',
            text: m.vault_pick_from(),
            icon: <Archive aria-hidden />,
            onSelect: () => setPicking(true),
          },
        ]}
      />
      <input
        ref={input}
        type="file"
        accept={PICKER_TYPES}
        hidden
        aria-label={m.chat_attach_file()}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file) add(file);
          // Resets the input, so that the same file can be chosen again after its removal.
          currentTarget.value = '';
        }}
      />
      {picking && (
        <LateOverlay>
          <VaultPicker
            taken={new Set(attached.map(({ id }) => id))}
            room={free}
            hasAudio={false}
            onPick={pick}
            onClose={() => setPicking(false)}
          />
        </LateOverlay>
      )}
    </>
  );
};

// Web Push: on or off in this browser, and the other browsers that get it.
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { m } from '../../paraglide/messages.js';
import { call } from '../../client/api/api.ts';
import { PUSH_DEVICE } from '../../client/session/push.ts';
import { Button } from '../../ui/actions/Button.tsx';
import { IconButton } from '../../ui/actions/IconButton.tsx';
import { TimeAgo } from '../../ui/display/TimeAgo.tsx';
import { showToast } from '../../ui/overlays/toasts.ts';
import account from '../../ui/layout/account.module.css';
import { notificationKeys } from './keys.ts';
import { turnOff, turnOn } from './push.ts';
import { pushQuery } from './queries.ts';
import { usePushHere } from './use-push-here.ts';

export const PushDevices = () => {
  const client = useQueryClient();
  const { data: push } = useQuery(pushQuery());
  const state = usePushHere();
  const [busy, setBusy] = useState(false);
  const act = (work: () => Promise<unknown>) => async () => {
    setBusy(true);
    // A refusal of the server is shown by the API client, the person's own "no" by the state below.
    await work().catch((error: unknown) => {
      reportError(error);
      if (error instanceof DOMException) showToast(m.push_failed(), 'error');
    });
    await client.invalidateQueries({ queryKey: notificationKeys.push });
    setBusy(false);
  };
  const remove = async (id: string): Promise<void> => {
    if (localStorage.getItem(PUSH_DEVICE) === id) await turnOff();
    await call('DELETE /profiles/notifications/push/{id}', { params: { id: id as never } });
  };
  const begin = async (): Promise<void> => {
    const device = await turnOn(push?.publicKey ?? '');
    if (device) localStorage.setItem(PUSH_DEVICE, device.id);
  };
  const end = async (): Promise<void> => {
    const id = localStorage.getItem(PUSH_DEVICE);
    await turnOff();
    if (push?.devices.some((device) => device.id === id)) await remove(id ?? '');
  };
  return (
    <section className={account.part}>
      <h2>{m.push_title()}</h2>
      <p className={account.intro}>
        {state === 'unsupported'
          ? m.push_unsupported()
          : state === 'denied'
            ? m.push_denied()
            : m.push_text()}
      </p>
      {state === 'off' && push && (
        <Button loading={busy} onClick={() => void act(begin)()}>
          {m.push_on()}
        </Button>
      )}
      {state === 'on' && (
        <Button variant="line" loading={busy} onClick={() => void act(end)()}>
          {m.push_off()}
        </Button>
      )}
      {push && push.devices.length > 0 && (
        <ul aria-label={m.push_devices()} className={account.rows}>
          {push.devices.map(({ id, name, createdAt }) => (
            <li key={id} className={account.row}>
              <span className={account.rowText}>
                <b>{name}</b>
                <span>
                  <TimeAgo at={createdAt} />
                </span>
              </span>
              <IconButton
                label={m.push_device_remove({ name })}
                icon={<Trash2 />}
                disabled={busy}
                onClick={() => void act(() => remove(id))()}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
};

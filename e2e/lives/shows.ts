// Steps that journeys of live shows share: people with a camera, and pictures that move.
import { type Browser, type BrowserContextOptions, expect, type Page } from '@playwright/test';
import { chromiumLaunch } from '../../tools/chromium.mjs';
import {
  approveProducer,
  call,
  createAccount,
  createSession,
  open,
  PASSWORD,
  topUp,
} from '../people.ts';

const { args, ...browser } = chromiumLaunch();

/** Chromium draws the camera's picture itself and opens it without asking. */
export const WITH_CAMERA = {
  ...browser,
  args: [...args, '--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
};

/**
 * Lets no connection of the page to media through, as a network that blocks UDP and has no TURN
 * server.
 */
export const blockMedia = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    const Real = RTCPeerConnection;
    class Blocked extends Real {
      constructor(configuration: RTCConfiguration = {}) {
        super({ ...configuration, iceServers: [], iceTransportPolicy: 'relay' });
      }
    }
    Object.assign(window, { RTCPeerConnection: Blocked });
  });
};

/** A person of the demo in a browser of their own. */
export const enter = async (on: Browser, username: string): Promise<Page> => {
  const context = await on.newContext();
  await createSession(context, username);
  return context.newPage();
};

/** A new producer, whose earnings are those of the journey, in a browser of their own. */
export const enterProducer = async (
  on: Browser,
  username: string,
  home?: string,
): Promise<Page> => {
  const context = await on.newContext();
  await createAccount(context, username);
  approveProducer(username, home);
  // The role and the contract, which the operator's command leaves unsigned.
  await createSession(context, username, PASSWORD);
  const [contract] = (await call(context, 'GET', '/publics/policies?name=contract')) as {
    version: string;
  }[];
  await call(context, 'POST', '/profiles/policies', {
    name: 'contract',
    version: contract?.version,
  });
  return context.newPage();
};

/** A new fan with money, in a browser of their own, such as that of a phone. */
export const enterFan = async (
  on: Browser,
  name: string,
  money: number,
  device: BrowserContextOptions = {},
): Promise<Page> => {
  const context = await on.newContext(device);
  await createAccount(context, `${name}${Date.now() % 1_000_000}`);
  await topUp(context, money);
  return context.newPage();
};

/** Camera settings of a free party, which is not recorded, and without private shows. */
const SETTINGS = {
  partyCharge: 'free' as 'free' | 'minute' | 'ticket' | 'group',
  partyPricePerMinute: null as number | null,
  ticketPrice: null as number | null,
  groupSize: null as number | null,
  partyCalls: false,
  privatePricePerMinute: null as number | null,
  minimumMinutes: 1,
  spyPricePerMinute: null as number | null,
  reverseCamera: false,
  recorded: false,
  pausesParty: true,
  entry: 'everyone',
  entryListId: null,
  entrySpentAtLeast: null,
};

export const setCamera = async (
  creator: Page,
  changes: Partial<typeof SETTINGS> = {},
): Promise<void> => {
  await call(creator.context(), 'POST', '/profiles/settings-cam', { ...SETTINGS, ...changes });
};

/** Ends what a journey before has left on air. */
export const endOldShow = async (page: Page, username: string): Promise<void> => {
  const live = (await call(page.context(), 'GET', `/lives/${username}`)) as { id: string } | null;
  if (live) await call(page.context(), 'DELETE', `/lives/${live.id}`);
};

/** Starts a party from the studio. */
export const startParty = async (page: Page, title: string): Promise<void> => {
  await open(page, '/live');
  await page.getByRole('button', { name: 'Ligar a câmera' }).first().click();
  await page.getByLabel('Título do show').fill(title);
  await page.getByRole('button', { name: 'Começar o show' }).click();
  // The bar of the site says it of others, too.
  await expect(page.getByRole('main').getByText('AO VIVO', { exact: true })).toBeVisible();
};

/**
 * The fan calls, and the producer sends the private show from the studio, without a press of
 * either.
 */
export const startPrivateShow = async (
  creator: Page,
  fan: Page,
  username: string,
): Promise<void> => {
  const { id } = (await call(fan.context(), 'GET', `/publics/profiles/${username}`)) as {
    id: string;
  };
  await call(fan.context(), 'POST', `/lives/call/${id}`, { type: '3' });
  const [waiting] = (await call(creator.context(), 'GET', '/lives/calls')) as {
    profile: { id: string };
  }[];
  await call(creator.context(), 'POST', '/lives', {
    type: '3',
    title: '',
    privateWatcherId: waiting?.profile.id,
  });
  await open(creator, '/live');
  await expect(creator.getByText('Rede boa')).toBeVisible();
};

/** Ends the show from its page. */
export const endShow = async (creator: Page): Promise<void> => {
  await creator.getByRole('button', { name: 'Encerrar' }).click();
  await creator.getByRole('dialog').getByRole('button', { name: 'Encerrar' }).click();
};

/** The picture of a show moves: frames are decoded, and then more of them. */
export const seesPicture = async (
  page: Page,
  label: string | RegExp = /^Show de /,
): Promise<void> => {
  const frames = () =>
    page
      .getByLabel(label)
      .evaluate((video: HTMLVideoElement) => video.getVideoPlaybackQuality().totalVideoFrames);
  await expect.poll(frames, { intervals: [100] }).toBeGreaterThan(0);
  let before = await frames();
  const more = async (): Promise<number> => {
    const now = await frames();
    // A connection that was opened again counts again.
    before = Math.min(before, now);
    return now - before;
  };
  await expect.poll(more, { intervals: [200] }).toBeGreaterThan(5);
};

/** Leaves a producer with one goal, of R$ 10. */
export const setGoal = async (creator: Page, username: string, title: string): Promise<void> => {
  const session = creator.context();
  const { id } = (await call(session, 'GET', `/publics/profiles/${username}`)) as { id: string };
  const old = (await call(session, 'GET', `/goals?profileId=${id}`)) as { id: string }[];
  for (const goal of old) await call(session, 'DELETE', `/goals/${goal.id}`);
  await call(session, 'POST', '/goals', { title, value: 1_000 });
};

/** A tip of the fan fills the goal that `setGoal` made, and everyone in the room sees it. */
export const fillGoal = async (fan: Page, title: string, others: Page[]): Promise<void> => {
  const everyone = [fan, ...others];
  for (const page of everyone) await page.getByRole('tab', { name: 'Metas' }).click();
  await fan.getByRole('button', { name: `Ajudar na meta ${title}` }).click();
  const tip = fan.getByRole('dialog');
  await tip.getByRole('button', { name: 'R$ 10,00', exact: true }).click();
  await tip.getByRole('button', { name: 'Enviar R$ 10,00' }).click();
  for (const page of everyone) {
    await expect(page.getByRole('tabpanel').getByText('Alcançada!')).toBeVisible();
    await expect(page.getByRole('progressbar', { name: `Meta do show: ${title}` })).toBeVisible();
  }
};

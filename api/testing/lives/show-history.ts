// A random history of a paid show, applied to the application and to a plain model of it.
import assert from 'node:assert/strict';
import type { LiveId } from '@camarim/contract/features/lives';
import type { PeerId } from '@camarim/contract/features/lives/media';
import type { ProfileId } from '@camarim/contract/ids';
import { HOUR_MS } from '@camarim/contract/time';
import type { ApiClient } from '../../api-client.ts';
import { billShows } from '../../features/lives/entry/bill-shows.ts';
import { insertVisit, openVisitsOf } from '../../features/lives/media/visits-store.ts';
import { storeReads } from '../../features/lives/outputs/hls-visits-store.ts';
import { NOWHERE } from '../../platform/http/place.ts';
import { newId } from '../../platform/ids/new-id.ts';
import type { TestApp } from '../app.ts';
import type { ScriptedEngine } from '../live/scripted-engine.ts';
import { fill, joinProducer } from '../publishing.ts';
import { enter, openShow, PRICE, setCamera } from './paid-show.ts';
import { ShowModel } from './show-model.ts';

const WATCHERS = 3;
const SEGMENT_MS = 2_000;
/** Sessions end with time. */
const SIGN_IN_EVERY = 150;

/** Numbers that are the same at every run. */
export const randomOf = (seed: number) => {
  let state = seed;
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
};

/** What a history needs of an application. */
export type ShowApp = Pick<TestApp, 'ctx' | 'clock' | 'join'>;

type World = { app: ShowApp; engine: ScriptedEngine };

export class ShowHistory {
  readonly world: World;
  producer: ApiClient;
  fans: ApiClient[];
  readonly model: ShowModel;
  readonly random: (below: number) => number;
  live: LiveId;
  #operations = 0;
  #segments = 0;

  constructor(
    world: World,
    producer: ApiClient,
    fans: ApiClient[],
    { live, seed }: { live: LiveId; seed: number },
  ) {
    this.world = world;
    this.producer = producer;
    this.fans = fans;
    this.model = new ShowModel(PRICE, fans.length);
    this.live = live;
    this.random = randomOf(seed);
  }

  static async begin(
    world: World,
    name: string,
    seed: number,
    watchers = WATCHERS,
  ): Promise<ShowHistory> {
    const producer = await joinProducer(world.app, `p${name}`);
    const fans: ApiClient[] = [];
    for (let n = 0; n < watchers; n += 1) fans.push(await world.app.join(`f${n}${name}`));
    await setCamera(producer);
    const history = new ShowHistory(world, producer, fans, {
      live: await openShow(producer),
      seed,
    });
    history.broadcast();
    for (const who of fans.keys()) {
      await history.fill(who);
      await history.enter(who);
      history.watch(who);
    }
    return history;
  }

  get nowMs(): number {
    return this.world.app.clock.now().getTime();
  }

  fan(who: number): ApiClient {
    const fan = this.fans[who];
    if (!fan) throw new Error(`there is no fan ${who}`);
    return fan;
  }

  /** One operation, and the comparison after it. */
  async step(): Promise<void> {
    await this.operate();
    await this.compare();
  }

  async operate(): Promise<void> {
    if ((this.#operations += 1) % SIGN_IN_EVERY === 0) await this.signIn();
    const kind = this.random(1_000);
    if (kind < 700) await this.look(1_000 + this.random(8_000));
    else if (kind < 715) this.world.app.clock.advance(this.random(40_000));
    else if (kind < 720) await this.setClock((this.random(2) * 2 - 1) * HOUR_MS);
    else if (kind < 745) this.some((who) => this.watch(who));
    else if (kind < 790) await this.someOf((who) => this.readHls(who));
    else if (kind < 805) this.some((who) => this.silence(who));
    else if (kind < 840) this.broadcast();
    else if (kind < 845) this.stopBroadcast();
    else if (kind < 895) await this.someOf((who) => this.fill(who));
    else if (kind < 970) await this.someOf((who) => this.enter(who));
    else if (kind < 990) await this.someOf((who) => this.leave(who));
    else await this.renew();
  }

  /** A third of the watchers, by chance. */
  *chosen(): Generator<number> {
    for (let n = 0; n < this.fans.length; n += WATCHERS) yield this.random(this.fans.length);
  }

  some(act: (who: number) => void): void {
    for (const who of this.chosen()) act(who);
  }

  async someOf(act: (who: number) => Promise<void>): Promise<void> {
    for (const who of this.chosen()) await act(who);
  }

  async signIn(): Promise<void> {
    const { join } = this.world.app;
    this.producer = await join(this.producer.domainName);
    for (const [who, { domainName }] of this.fans.entries())
      this.fans[who] = await join(domainName);
  }

  /** A clock that is wrong for one sweep. */
  async setClock(byMs: number): Promise<void> {
    await this.look(byMs);
    this.world.app.clock.advance(-byMs);
  }

  async look(afterMs: number): Promise<void> {
    const { app } = this.world;
    app.clock.advance(afterMs);
    await billShows(app.ctx, 0);
    this.model.look(this.nowMs);
  }

  watch(who: number): void {
    this.world.engine.receive(this.live, this.fan(who).profileId);
    this.model.of(who).media = { since: this.nowMs, silentSince: null };
  }

  /**
   * Reads some segments at once, as a player does that fell behind, or that saves reading often.
   */
  async readHls(who: number): Promise<void> {
    if (!this.model.of(who).entry) return;
    const { ctx, clock } = this.world.app;
    const [liveId, profileId] = [this.live, this.fan(who).profileId as ProfileId];
    const [known] = await openVisitsOf(ctx.db, liveId, profileId, 'hls');
    const peer = known ?? (newId() as PeerId);
    const requester = { profileId, place: NOWHERE };
    if (!known)
      await insertVisit(ctx.db, {
        peer,
        liveId,
        requester,
        sessionId: null,
        role: 'watcher',
        now: clock.now(),
        via: 'hls',
      });
    const segments = Array.from({ length: 1 + this.random(6) }, () => ({
      sequence: (this.#segments += 1),
      durationMs: SEGMENT_MS,
    }));
    const readAt = clock.now();
    // By chance backwards, one by one, and then once more: each segment counts once.
    if (this.random(2) === 0)
      for (const segment of segments.toReversed())
        await storeReads(ctx.db, [{ peer, readAt, segments: [segment] }]);
    await storeReads(ctx.db, [{ peer, readAt, segments }]);
    this.model.readHls(who, segments.length * SEGMENT_MS, this.nowMs);
  }

  silence(who: number): void {
    this.world.engine.silence(this.live, this.fan(who).profileId);
    const { media } = this.model.of(who);
    if (media) media.silentSince ??= this.nowMs;
  }

  broadcast(): void {
    this.world.engine.send(this.live, this.producer.profileId);
    this.model.publisher = { since: this.nowMs, silentSince: null };
  }

  stopBroadcast(): void {
    this.world.engine.silence(this.live, this.producer.profileId);
    if (this.model.publisher) this.model.publisher.silentSince ??= this.nowMs;
  }

  async fill(who: number): Promise<void> {
    const amount = PRICE * (1 + this.random(6)) - this.random(2);
    await fill(this.world.app, this.fan(who), amount);
    this.model.of(who).wallet += amount;
  }

  async enter(who: number): Promise<void> {
    const { status } = await enter(this.fan(who), this.live);
    assert.equal(status, this.model.enter(who, this.nowMs) ? 200 : 402);
  }

  async leave(who: number): Promise<void> {
    await this.fan(who).ask('POST /lives/{id}/leave', { params: { id: this.live } });
    this.model.leave(who);
  }

  /** The show ends, and another one begins. */
  async renew(): Promise<void> {
    await this.producer.call('DELETE /lives/{id}', { params: { id: this.live } });
    this.model.end();
    this.live = await openShow(this.producer);
  }

  /** How many minutes were paid without the model, or not paid against it; of how many. */
  async wrongMinutes(): Promise<{ wrong: number; of: number }> {
    const real = await this.#stored();
    return this.model.watchers.reduce(
      ({ wrong, of }, { paid }, who) => ({
        wrong: wrong + Math.abs(paid - (real[who]?.paid ?? 0)),
        of: of + paid,
      }),
      { wrong: 0, of: 0 },
    );
  }

  async #stored(): Promise<{ wallet: number; locked: number; paid: number; entered: boolean }[]> {
    const { rows } = await this.world.app.ctx.pool.query(
      `SELECT coalesce(w.balance, 0)::int AS wallet, coalesce(s.balance, 0)::int AS locked,
         (SELECT count(*)::int FROM live_payments p JOIN live_entries e ON e.id = p.entry_id
           WHERE e.profile_id = t.id AND p.state = 'settled') AS paid,
         EXISTS (SELECT FROM live_entries e WHERE e.profile_id = t.id
           AND e.ended_at IS NULL) AS entered
       FROM unnest($1::uuid[]) WITH ORDINALITY t (id, n)
         LEFT JOIN ledger_accounts w ON w.owner_profile_id = t.id AND w.kind = 'wallet'
         LEFT JOIN ledger_accounts s ON s.owner_profile_id = t.id AND s.kind = 'escrow'
           ORDER BY t.n`,
      [this.fans.map(({ profileId }) => profileId)],
    );
    return rows;
  }

  async compare(): Promise<void> {
    assert.deepEqual(
      await this.#stored(),
      this.model.watchers.map((watcher) => ({
        wallet: watcher.wallet,
        locked: this.model.lockedOf(watcher),
        paid: watcher.paid,
        entered: watcher.entry !== null,
      })),
    );
  }

  /**
   * Nothing stays locked, and the receipts say what was paid. Returns how many minutes that was.
   */
  async end(): Promise<number> {
    await this.renew();
    await this.compare();
    const paid = this.model.watchers.reduce((sum, watcher) => sum + watcher.paid, 0);
    const shows = await this.producer.call('GET /lives/history', { query: { limit: 100 } });
    if (shows.length < 100)
      assert.equal(
        shows.reduce((sum, { minutes }) => sum + minutes, 0),
        paid,
      );
    return paid;
  }
}

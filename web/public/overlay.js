// The page of a browser source: shows the events of a producer's rooms as they come by the stream beside
// its address. Parameters: sound=off; show=alerts,goal,orders (all unless given).
const ALERT_MS = 6_000;
const PAUSE_MS = 400;
/** More wait only after a break of the connection; the oldest of them are left out. */
const WAITING_MAX = 20;
/** An event that comes so late, after a break, is not announced any more. */
const FRESH_MS = 600_000;
const SOUND = { notes: [659.25, 987.77], seconds: 0.5, gain: 0.15 };

const texts = JSON.parse(document.body.dataset.texts);
const parameters = new URLSearchParams(location.search);
const shown = (parameters.get('show') ?? 'alerts,goal,orders').split(',');
const silent = parameters.get('sound') === 'off';
const money = new Intl.NumberFormat(document.documentElement.lang, {
  style: 'currency',
  currency: 'BRL',
});
const formatCentavos = (value) => money.format(value / 100);
const find = (id) => document.querySelector(`#${id}`);
const fill = (text, values) => text.replaceAll(/\{(\w+)\}/g, (_, name) => values[name] ?? '');

const play = () => {
  if (silent) return;
  const audio = new AudioContext();
  const gain = audio.createGain();
  gain.gain.setValueAtTime(SOUND.gain, audio.currentTime);
  gain.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + SOUND.seconds);
  gain.connect(audio.destination);
  for (const [index, frequency] of SOUND.notes.entries()) {
    const note = new OscillatorNode(audio, { frequency, type: 'triangle' });
    note.connect(gain);
    note.start(audio.currentTime + index * 0.12);
    note.stop(audio.currentTime + SOUND.seconds);
  }
  setTimeout(() => void audio.close(), SOUND.seconds * 1_000 + 100);
};

const waiting = [];
let announcing = false;

const announceNext = () => {
  const alert = find('alert');
  const next = waiting.shift();
  announcing = next !== undefined;
  if (next === undefined) return;
  alert.textContent = next;
  alert.hidden = false;
  play();
  setTimeout(() => {
    alert.hidden = true;
    setTimeout(announceNext, PAUSE_MS);
  }, ALERT_MS);
};

const announce = (sentence) => {
  waiting.push(sentence);
  if (waiting.length > WAITING_MAX) waiting.shift();
  if (!announcing) announceNext();
};

const SENTENCES = {
  'tip.received': ({ from, value }) =>
    fill(from === null ? texts.tipUnnamed : texts.tip, {
      name: from,
      value: formatCentavos(value),
    }),
  'menu.ordered': ({ from, item }) =>
    fill(from === null ? texts.orderUnnamed : texts.order, { name: from, item: item.label }),
  'goal.reached': ({ goal }) => fill(texts.goalReached, { title: goal.title }),
  test: () => texts.test,
};

const showGoal = (goals) => {
  const goal = goals.find(({ reached }) => !reached) ?? goals[0];
  find('goal').hidden = goal === undefined || !shown.includes('goal');
  if (goal === undefined) return;
  find('goal-title').textContent = goal.title;
  find('goal-sums').textContent = `${formatCentavos(goal.balance)} / ${formatCentavos(goal.value)}`;
  find('goal-bar').value = Math.min(1, goal.balance / goal.value);
};

const showOrders = (orders) => {
  find('orders').hidden = orders.length === 0 || !shown.includes('orders');
  find('order-list').replaceChildren(
    ...orders.map(({ from, item }) => {
      const line = document.createElement('li');
      line.textContent = from === null ? item.label : `${item.label} · ${from}`;
      return line;
    }),
  );
};

const stream = new EventSource(`${location.pathname}/events`);
for (const [type, sentenceOf] of Object.entries(SENTENCES))
  stream.addEventListener(type, ({ data }) => {
    const event = JSON.parse(data);
    const isFresh = Date.now() - Date.parse(event.timestamp) < FRESH_MS;
    if (isFresh && shown.includes('alerts')) announce(sentenceOf(event.data));
  });
stream.addEventListener('state', ({ data }) => {
  const { goals, orders } = JSON.parse(data);
  showGoal(goals);
  showOrders(orders);
});

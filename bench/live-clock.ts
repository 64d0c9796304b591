// Scripts of pages that publish a picture with the time in it, and that read it from what they
// watch: 24 bits of milliseconds and 8 bits of check, as black and white cells.

/** Defines `clockStream()`, in place of a camera, and `latencies(video, seconds)`. */
export const CLOCK_SCRIPT = `
const CELLS = 32, SIDE = 20, WIDTH = 640, HEIGHT = 480, TOP = 200, BAND = 80;
const checkOf = (value) => ((value >> 16) ^ (value >> 8) ^ value ^ 0x5a) & 0xff;
const clockStream = () => {
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH; canvas.height = HEIGHT;
  const context = canvas.getContext('2d', { alpha: false });
  const draw = () => {
    const value = Date.now() % 0x1000000;
    context.fillStyle = '#808080'; context.fillRect(0, 0, WIDTH, HEIGHT);
    for (let cell = 0; cell < CELLS; cell += 1) {
      const bit = cell < 24 ? (value >> (23 - cell)) & 1 : (checkOf(value) >> (31 - cell)) & 1;
      context.fillStyle = bit ? '#fff' : '#000';
      context.fillRect(cell * SIDE, TOP, SIDE, BAND);
    }
  };
  draw(); setInterval(draw, 25);
  const sound = new AudioContext().createMediaStreamDestination();
  return new MediaStream([...canvas.captureStream(20).getTracks(), ...sound.stream.getTracks()]);
};
const latencies = (video, seconds) => new Promise((resolve) => {
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH; canvas.height = 1;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  const found = [];
  const until = performance.now() + seconds * 1000;
  const look = () => {
    const now = Date.now() % 0x1000000;
    const scale = video.videoWidth / WIDTH;
    context.drawImage(video, 0, (TOP + BAND / 2) * scale, video.videoWidth, 1, 0, 0, WIDTH, 1);
    const { data } = context.getImageData(0, 0, WIDTH, 1);
    const bits = Array.from({ length: CELLS }, (_, cell) => data[(cell * SIDE + SIDE / 2) * 4] > 128 ? 1 : 0);
    const read = (from, to) => bits.slice(from, to).reduce((sum, bit) => sum * 2 + bit, 0);
    const value = read(0, 24);
    if (read(24, 32) === checkOf(value)) found.push((now - value + 0x1000000) % 0x1000000);
    if (performance.now() > until) resolve(found);
    else video.requestVideoFrameCallback(look);
  };
  video.requestVideoFrameCallback(look);
});
`;

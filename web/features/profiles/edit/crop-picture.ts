// Crops a picture to a new file without the camera's metadata (location, model).

export type CropArea = { x: number; y: number; width: number; height: number };

const TYPE = 'image/webp';
const QUALITY = 0.92;

/**
 * `part` in pixels of the picture; never enlarged. Rejects when the browser can't decode or encode
 * it.
 */
export const cropPicture = async (
  address: string,
  part: CropArea,
  maxWidth: number,
): Promise<Blob> => {
  const picture = new Image();
  picture.src = address;
  await picture.decode();
  const scale = Math.min(1, maxWidth / part.width);
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(part.width * scale));
  canvas.height = Math.max(1, Math.round(part.height * scale));
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.imageSmoothingQuality = 'high';
  context.drawImage(
    picture,
    part.x,
    part.y,
    part.width,
    part.height,
    0,
    0,
    canvas.width,
    canvas.height,
  );
  // Browsers without a WebP encoder write PNG, which the server accepts as well.
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('not drawn'))), TYPE, QUALITY),
  );
};

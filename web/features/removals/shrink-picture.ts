// Makes a picture small enough to be sent: its hash is the same, and less of it leaves the device.
import { REMOVAL_PICTURE_PX } from '@camarim/contract/features/removals/limits';

const QUALITY = 0.9;

/** A JPEG in base64. Rejects what the browser can't show as a picture. */
export const shrinkPicture = async (file: Blob): Promise<string> => {
  const picture = await createImageBitmap(file);
  const scale = Math.min(1, REMOVAL_PICTURE_PX / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  return canvas.toDataURL('image/jpeg', QUALITY).replace(/^[^,]*,/, '');
};

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** The fonts of a paper: Inter for words, JetBrains Mono for figures, since its digits are equally wide. */
const FILES = {
  regular: '@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf',
  bold: '@expo-google-fonts/inter/700Bold/Inter_700Bold.ttf',
  figures: '@expo-google-fonts/jetbrains-mono/400Regular/JetBrainsMono_400Regular.ttf',
  boldFigures: '@expo-google-fonts/jetbrains-mono/700Bold/JetBrainsMono_700Bold.ttf',
} as const;

export type FaceName = keyof typeof FILES;
export const FACE_NAMES = Object.keys(FILES) as FaceName[];

const { resolve } = createRequire(import.meta.url);

/**
 * The font file of a face. The packages are installed beside the build, so the file exists wherever the shop is
 * started.
 */
export function readFontFile(face: FaceName): Buffer {
  return readFileSync(resolve(FILES[face]));
}

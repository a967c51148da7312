import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** The faces of a paper: words in Inter, figures in JetBrains Mono, whose digits are all as wide. */
const FILES = {
  regular: '@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf',
  bold: '@expo-google-fonts/inter/700Bold/Inter_700Bold.ttf',
  figures: '@expo-google-fonts/jetbrains-mono/400Regular/JetBrainsMono_400Regular.ttf',
  boldFigures: '@expo-google-fonts/jetbrains-mono/700Bold/JetBrainsMono_700Bold.ttf',
} as const;

export type FaceName = keyof typeof FILES;
export const FACE_NAMES = Object.keys(FILES) as FaceName[];

const { resolve } = createRequire(import.meta.url);

/** The font file of a face. The packages stay beside the build, so that it is there in a clone that was started. */
export function readFontFile(face: FaceName): Buffer {
  return readFileSync(resolve(FILES[face]));
}

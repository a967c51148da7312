import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { ResponsiveImage } from './responsive-image.tsx';

const ID = 'Aa1'.repeat(8);
const attributesOf = (src: string, className?: string) => {
  const markup = renderToStaticMarkup(
    <ResponsiveImage src={src} alt="" sizes="9rem" {...(className ? { className } : {})} />,
  );
  return Object.fromEntries([...markup.matchAll(/ ([a-z]+)="([^"]*)"/gi)].map(([, name, value]) => [name, value]));
};

describe('an image in a page’s HTML', () => {
  test('has the size and widths of an upload in our folder, and sends the referrer', () => {
    const own = attributesOf(`/images/${ID}_500x300.webp`);
    expect(own).toMatchObject({
      width: '500',
      height: '300',
      srcSet:
        [160, 400].map((at) => `/images/${ID}_500x300-${at}.webp ${at}w, `).join('') +
        `/images/${ID}_500x300.webp 500w`,
      loading: 'lazy',
    });
    expect(own.referrerPolicy).toBeUndefined();
  });

  test('has the widths of the layout if its name says so', () => {
    const folder = `/images/${ID}_500x300_2`;
    expect(attributesOf(`${folder}.webp`)).toMatchObject({
      width: '500',
      srcSet: [...[200, 320, 480].map((at) => `${folder}-${at}.webp ${at}w`), `${folder}.webp 500w`].join(', '),
      sizes: '9rem',
    });
  });

  test('has the size and widths of an upload in S3, and sends no referrer', () => {
    const folder = 'https://pics.s3.eu-west-1.amazonaws.com/images/';
    expect(attributesOf(`${folder}${ID}_500x300.webp`)).toMatchObject({
      width: '500',
      height: '300',
      srcSet: `${folder}${ID}_500x300-160.webp 160w, ${folder}${ID}_500x300-400.webp 400w, ${folder}${ID}_500x300.webp 500w`,
      referrerPolicy: 'no-referrer',
    });
  });

  test('has the size of an upload at imgbb, and one width', () => {
    const { srcSet, width, height, class: classes } = attributesOf('https://i.ibb.co/w04Prt6/x.webp#500x300');
    expect([srcSet, width, height]).toEqual([undefined, '500', '300']);
    expect(classes).not.toContain('aspect');
  });

  test('has a default box if its size is unknown, unless the page sets one', () => {
    for (const size of ['', '#0x10', '#12345x9', '#10x10x10'])
      expect(attributesOf(`https://pictures.example/a.png${size}`)).toMatchObject({ width: '800', height: '600' });
    expect(attributesOf('https://pictures.example/a.png').class).toContain('aspect-4/3');
    expect(attributesOf('https://pictures.example/a.png', 'aspect-square').class).not.toContain('aspect-4/3');
  });

  test('has no inline style, which the policy forbids', () => {
    expect(attributesOf('https://pictures.example/a.png').style).toBeUndefined();
  });
});

import { createRoot } from 'react-dom/client';
import { banners, homeCopy } from '#src/shared/home-copy.ts';
import { BannerCarousel } from '#src/shared/ui/banner-carousel.tsx';
import { Carousel } from '#src/shared/ui/carousel.tsx';

const numbers = [1, 2, 3, 4, 5, 6];

/**
 * Only the three carousels of the home page. A spacer replaces the sections between two of them. Sizes are in style
 * attributes, since the shop's style has only the classes of its own sources.
 */
function CarouselPage() {
  const spacer = <div style={{ height: '120vh' }} />;
  return (
    <main className="frame">
      <h1>Carousels</h1>
      <BannerCarousel label={homeCopy.banners} banners={banners} />
      {spacer}
      <Carousel
        title={homeCopy.blog}
        labels={{ one: 'Post', many: 'posts' }}
        layout="blog"
        slides={numbers.map((number) => ({
          key: String(number),
          content: (
            <article style={{ minHeight: '12rem' }}>
              <h3>Post {number}</h3>
              <a href={`#post-${number}`}>Read More!</a>
            </article>
          ),
        }))}
      />
      {spacer}
      <Carousel
        title={homeCopy.reviews}
        labels={{ one: 'Review', many: 'reviews' }}
        layout="reviews"
        slides={numbers.map((number) => ({
          key: String(number),
          content: <p style={{ minHeight: '12rem' }}>Review {number}</p>,
        }))}
      />
    </main>
  );
}

createRoot(document.body.appendChild(document.createElement('div'))).render(<CarouselPage />);

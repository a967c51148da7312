// @ts-nocheck: it is sent to browsers as it is.
// Stands in for https://apis.google.com/js/api.js, which the emulator's own frame loads from Google: what of it Firebase
// uses to let that frame and the shop's page talk. So Google's button can be tried where there is no internet.
(() => {
  const asked = new URLSearchParams(document.currentScript.src.split('?')[1] ?? '').get('onload');
  const handlers = new Map();
  const early = [];
  const waiting = new Map();

  const answerTo = (message, source) => {
    const reply = handlers.get(message.name)(message.data);
    source.postMessage({ standIn: 'reply', id: message.id, reply }, '*');
  };
  addEventListener('message', ({ data, source }) => {
    if (data?.standIn === 'reply') {
      try {
        waiting.get(data.id)?.([data.reply]);
      } catch {
        // As Google's own: Firebase's question about storage throws after it was answered.
      }
      waiting.delete(data.id);
    } else if (data?.standIn === 'call') {
      if (handlers.has(data.name)) answerTo(data, source);
      else early.push([data, source]);
    }
  });

  const linkTo = (other) => ({
    restyle: async () => {},
    ping: async (done) => done(),
    register(name, handler) {
      handlers.set(name, handler);
      for (const [message, source] of early.splice(0)) answerTo(message, source);
    },
    send(name, data, done) {
      const id = Math.random();
      waiting.set(id, done);
      other.postMessage({ standIn: 'call', id, name, data }, '*');
    },
  });
  const context = {
    open({ url, where }, opened) {
      const frame = document.createElement('iframe');
      frame.src = url;
      frame.hidden = true;
      const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
      where.append(frame);
      return loaded.then(() => opened(linkTo(frame.contentWindow)));
    },
    getParentIframe: () => linkTo(parent),
  };
  window.gapi = {
    load: (_names, { callback }) => setTimeout(callback),
    iframes: { CROSS_ORIGIN_IFRAMES_FILTER: {}, getContext: () => context },
  };
  window[asked ?? 'gapi_onload']?.();
})();

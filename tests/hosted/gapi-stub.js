// @ts-nocheck: browsers load this file unchanged.
// Replaces https://apis.google.com/js/api.js, which the emulator's frame loads from Google. This stub contains the
// messaging that Firebase uses, so that Google sign-in can be tested offline.
(() => {
  const onloadName = new URLSearchParams(document.currentScript.src.split('?')[1] ?? '').get('onload');
  const handlers = new Map();
  const queued = [];
  const callbacks = new Map();

  const sendReply = (message, source) => {
    const reply = handlers.get(message.name)(message.data);
    source.postMessage({ stub: 'reply', id: message.id, reply }, '*');
  };
  addEventListener('message', ({ data, source }) => {
    if (data?.stub === 'reply') {
      try {
        callbacks.get(data.id)?.([data.reply]);
      } catch {
        // Google's script ignores this, too: Firebase's storage check throws after its reply.
      }
      callbacks.delete(data.id);
    } else if (data?.stub === 'call') {
      if (handlers.has(data.name)) sendReply(data, source);
      else queued.push([data, source]);
    }
  });

  const linkTo = (other) => ({
    restyle: async () => {},
    ping: async (done) => done(),
    register(name, handler) {
      handlers.set(name, handler);
      for (const [message, source] of queued.splice(0)) sendReply(message, source);
    },
    send(name, data, done) {
      const id = Math.random();
      callbacks.set(id, done);
      other.postMessage({ stub: 'call', id, name, data }, '*');
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
  window[onloadName ?? 'gapi_onload']?.();
})();

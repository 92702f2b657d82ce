/* The service worker. It keeps the page's own built files, so that the page opens at once and can say that it is offline.
   It keeps nothing else: no /api, no /ws, nothing about a person or a game ever goes through it. It also shows what the
   server sends when the page is closed: that it is somebody's turn. */
const FILES = /* files */ [];
const KEPT = "emberstacks-" + /* build */ "";
const PATIENCE = 3000; // milliseconds: after that a silent network counts as none

addEventListener("install", (event) =>
  event.waitUntil(
    caches
      .open(KEPT)
      .then((cache) => cache.addAll(FILES))
      .then(() => skipWaiting()),
  ),
);

addEventListener("activate", (event) =>
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== KEPT).map((name) => caches.delete(name))))
      .then(() => clients.claim()),
  ),
);

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate" && /^\/($|me$|table\/|replay\/|learn\/)/.test(pathname)) event.respondWith(page(request));
  else if (pathname.startsWith("/assets/")) event.respondWith(asset(request));
});

/** The newest page there is: a kept one is only for when the server cannot be reached, so that no old page meets a new server. */
async function page(request) {
  const silence = new Promise((resolve) => setTimeout(resolve, PATIENCE));
  const answer = await Promise.race([fetch(request).catch(() => undefined), silence]);
  if (answer && answer.status < 500) return answer;
  return (await caches.match("/")) ?? answer ?? Response.error();
}

/** A file with a hash in its name never changes. */
async function asset(request) {
  const kept = await caches.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.status === 200) {
    const copy = answer.clone();
    await caches
      .open(KEPT)
      .then((cache) => cache.put(request, copy))
      .catch(() => undefined); // a full disk is no reason to fail
  }
  return answer;
}

addEventListener("push", (event) => {
  const { title, text, path } = event.data.json();
  event.waitUntil(registration.showNotification(title, { body: text, tag: path, data: path }));
});

addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(new URL(event.notification.data, location.origin).href));
});

/** The window that shows the table already, or a new one. */
async function open(address) {
  const windows = await clients.matchAll({ type: "window" });
  const there = windows.find((one) => one.url.split(/[?#]/)[0] === address);
  return there ? there.focus() : clients.openWindow(address);
}

# The console on top of its archive, which is made first, on the platform of the image:
#   npm run release && docker build --tag plantroom .
# libsql brings binaries for glibc and musl; the slim image has glibc. Pin the digest of the base where you build.
FROM node:22-bookworm-slim AS unpacked
ADD build/release/plantroom-*.tar.gz /unpacked/
RUN mv /unpacked/plantroom-* /opt/plantroom

FROM node:22-bookworm-slim
# The code is root's and read-only to whom it runs as; what is written goes to /data.
RUN useradd --system --uid 10001 --no-create-home --shell /usr/sbin/nologin plantroom \
  && install --directory --owner=plantroom --mode=0700 /data
COPY --from=unpacked /opt/plantroom /opt/plantroom
USER 10001
WORKDIR /data
ENV DATA_DIR=/data PORT=3000
VOLUME /data
EXPOSE 3000
# Whether it lives; whether it may be sent requests, a balancer asks /readyz.
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# Drains at SIGTERM for as long as GRACE_SECONDS and DRAIN_SECONDS say: give it that long (docker stop --time 45).
CMD ["node", "/opt/plantroom/plantroom.mjs"]

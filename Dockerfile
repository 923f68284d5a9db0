# The whole batch job: docker run --rm -v "$PWD/in:/in:ro" -v "$PWD/out:/out" pushmedia
#
# The number in Sources/Preparation/Version.swift; the build fails where they differ.
ARG VERSION=0.1.0

FROM swift:6.3-bookworm AS build
WORKDIR /src
RUN apt-get update && apt-get install --yes --no-install-recommends make
COPY Makefile ./
COPY .ci/install-packages .ci/
RUN make setup
COPY . .
ARG VERSION
RUN grep -q "current = \"$VERSION\"" Sources/Preparation/Version.swift \
    || { echo "VERSION is $VERSION, which is not what Sources/Preparation/Version.swift says" >&2; exit 1; }
# Swift's own libraries come into the programs, so that the image needs none of them.
RUN for program in pushmedia pushmedia-codec; do \
        swift build -c release --static-swift-stdlib --product $program \
        && install -D --strip .build/release/$program /image/usr/bin/$program || exit 1; \
    done
# What the programs and the two modules of libvips that they use are linked to, as Debian's packages: apt would add
# what only libvips' other modules want. Found, not listed: it cannot fall behind the code.
RUN ldd /image/usr/bin/* /usr/lib/*/vips-modules-*/vips-heif.so /usr/lib/*/vips-modules-*/vips-jxl.so \
        | sed -n 's/.*=> \(\/[^ ]*\).*/\1/p' | sort -u | xargs readlink -f | while read -r library; do \
            dpkg --search "$library" 2>/dev/null || dpkg --search "${library#/usr}" || exit 1; \
        done | cut -d: -f1 | sort -u >/image/packages

FROM debian:bookworm-slim
# What is neither linked nor could be read or loaded in the cage, which opens no file: documentation, drivers of Intel's
# video hardware, a table of ears, parts of ICU, flite and highway, libvips' modules for documents and microscopes.
RUN printf 'path-exclude=%s\n' '/usr/share/doc/*' '/usr/share/locale/*' '/usr/share/man/*' \
        '/usr/share/lintian/*' '/usr/lib/*/libmfxhw64*' '/usr/lib/*/libmfx-tracer*' '/usr/lib/*/mfx/*' \
        '/usr/share/libmysofa/*' '/usr/lib/*/libflite_cmu_time_awb*' '/usr/lib/*/libflite_cmu_grapheme*' \
        '/usr/lib/*/libicui18n*' '/usr/lib/*/libicuio*' '/usr/lib/*/libicutu*' '/usr/lib/*/libicutest*' \
        '/usr/lib/*/libhwy_contrib*' '/usr/lib/*/libhwy_test*' \
        '/usr/lib/*/vips-modules-*/vips-magick.so' '/usr/lib/*/vips-modules-*/vips-openslide.so' \
        '/usr/lib/*/vips-modules-*/vips-poppler.so' >/etc/dpkg/dpkg.cfg.d/pushmedia \
    && echo 'path-include=/usr/share/doc/*/copyright' >>/etc/dpkg/dpkg.cfg.d/pushmedia
COPY --from=build /image/packages /tmp/packages
# Debian's packages, so that a scanner finds each with its version, but without what only they ask for. An image made
# from this one gets the rest with `apt-get --fix-broken install`.
RUN apt-get update \
    && apt-get install --yes --no-install-recommends ca-certificates \
    && dpkg-query --show --showformat '${Package}\n' | sort >/tmp/installed \
    && mkdir /tmp/archives && cd /tmp/archives \
    && apt-get -o APT::Sandbox::User=root download $(comm -23 /tmp/packages /tmp/installed) \
    && dpkg --force-depends --install ./*.deb \
    && cd / && rm -rf /tmp/* /var/lib/apt/lists/* /var/cache/apt/* /var/cache/debconf/*-old \
        /var/log/*.log /var/log/apt
COPY --from=build /image/usr/bin/ /usr/bin/
COPY LICENSE /usr/share/doc/pushmedia/
COPY LICENSE.image /usr/share/doc/pushmedia/copyright
RUN ! ldd /usr/bin/pushmedia /usr/bin/pushmedia-codec /usr/lib/*/vips-modules-*/*.so | grep 'not found'

ARG VERSION
LABEL org.opencontainers.image.title="PushMedia" \
    org.opencontainers.image.description="Turns campaign media into attachments that iOS rich notifications accept" \
    org.opencontainers.image.version="$VERSION" \
    org.opencontainers.image.licenses="MIT AND GPL-2.0-or-later" \
    org.opencontainers.image.base.name="docker.io/library/debian:bookworm-slim"
# Each lane's threads would keep memory of their own; a machine without the whole cage is refused.
ENV MALLOC_ARENA_MAX=2 PUSHMEDIA_CAGE=require
# Nobody in particular: `--user` may be anyone who can write /out.
USER 65532:65532
ENTRYPOINT ["pushmedia"]
CMD ["prepare", "/in", "--out", "/out"]

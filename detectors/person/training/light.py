"""Made pictures: what the camera does to light. Exposure, colour, infrared, blur, low resolution, noise, JPEG."""

import cv2
import numpy as np

LEVELS = np.arange(256, dtype=np.float32) / 255


def change_light(pixels: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """A picture h x w x 3 uint8 as another camera, at another hour, might have sent it."""
    if rng.random() < 0.8:
        pixels = expose(pixels, rng)
    kind = rng.random()
    if kind < 0.10:
        pixels = cv2.cvtColor(cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY), cv2.COLOR_GRAY2RGB)
    elif kind < 0.18:
        pixels = infrared(pixels, rng)
    if rng.random() < 0.15:
        pixels = coarsen(pixels, rng)
    if rng.random() < 0.10:
        side = int(rng.choice((3, 3, 5, 7)))
        pixels = cv2.blur(pixels, (side, 1) if rng.random() < 0.4 else (side, side))
    if rng.random() < 0.12:
        pixels = grain(pixels, rng, rng.uniform(3, 16))
    if rng.random() < 0.2:
        quality = int(rng.uniform(12, 60))
        coded = cv2.imencode(".jpg", pixels, (cv2.IMWRITE_JPEG_QUALITY, quality))[1]
        pixels = cv2.imdecode(coded, cv2.IMREAD_COLOR)
    return pixels


def expose(pixels: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Gamma, contrast, brightness, and a tint of each channel, as one table a channel."""
    curve = LEVELS ** float(np.exp(rng.normal(0, 0.3)))
    curve = (curve - 0.5) * float(np.exp(rng.normal(0, 0.2))) + 0.5 + rng.normal(0, 0.06)
    gains = np.exp(rng.normal(0, 0.07, 3)) if rng.random() < 0.6 else np.ones(3)
    table = np.clip(curve[:, None] * gains[None] * 255, 0, 255).astype(np.uint8)
    return cv2.LUT(pixels, table.reshape(256, 1, 3))


def infrared(pixels: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """A night picture: one channel, dark towards the rim, flat contrast, grain; at times warm bodies all white."""
    grey = pixels[..., 0] if rng.random() < 0.5 else cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY)
    height, width = grey.shape
    xs = np.linspace(-1, 1, width, dtype=np.float32)[None] - rng.uniform(-0.3, 0.3)
    ys = np.linspace(-1, 1, height, dtype=np.float32)[:, None] - rng.uniform(-0.3, 0.3)
    lamp = np.exp(-(xs**2 + ys**2) * rng.uniform(0.1, 0.9)) * rng.uniform(0.4, 1.0)
    grey = np.clip(grey * lamp + rng.uniform(0, 40), 0, 255).astype(np.uint8)
    return grain(cv2.cvtColor(grey, cv2.COLOR_GRAY2RGB), rng, rng.uniform(1, 10))


def grain(pixels: np.ndarray, rng: np.random.Generator, spread: float) -> np.ndarray:
    """Noise of `spread` grey levels; the same strip of noise rolled, since drawing each pixel costs more than all else."""
    noise = np.roll(STRIP, int(rng.integers(STRIP.size)))
    need = pixels.shape[0] * pixels.shape[1]
    noise = np.tile(noise, need // noise.size + 1)[:need].reshape(pixels.shape[:2])
    return np.clip(pixels + (noise * spread)[..., None], 0, 255).astype(np.uint8)


STRIP = np.random.default_rng(0).normal(0, 1, 50_021).astype(np.float32)


def coarsen(pixels: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Fewer pixels and back: a cheap camera, or a person far away brought near."""
    height, width = pixels.shape[:2]
    share = rng.uniform(0.35, 0.8)
    small = cv2.resize(pixels, (int(width * share), int(height * share)), interpolation=cv2.INTER_AREA)
    return cv2.resize(small, (width, height), interpolation=cv2.INTER_LINEAR)

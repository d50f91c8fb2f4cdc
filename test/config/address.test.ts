import { describe, expect, it } from 'vitest';
import { addressFault } from '../../config/address.ts';

describe('the address of a camera', () => {
  it.each([
    'rtsp://192.0.2.1/sub',
    'RTSPS://viewer:p%40ss@cam.example:322/live?x=1#y',
    'http://[2001:db8::1]:8080/snapshot.jpg',
    'https://cam/mjpeg',
    'scene:studio?seed=1',
    'file:///videos/a.mp4',
    '/videos/a.mp4',
    'videos/my class.mp4',
    './a:b.mp4',
  ])('%s has a form we know', (address) => {
    expect(addressFault(address)).toBeNull();
  });

  it.each([
    ['rtmp://cam/live', 'an address of another kind (rtmp)'],
    ['hunter2:secret', 'an address of another kind (not known)'],
    ['rtsp:/cam/live', 'rtsp: without //'],
    ['rtsp://', 'an address that cannot be read'],
    ['http://cam:99999/', 'an address that cannot be read'],
    ['http://user:pa/ss@cam/', 'an address that cannot be read'],
    ['scene:', 'scene: without the name of a scene'],
    ['file:a.mp4', 'a file: address that is not file:///…'],
    ['viewer:secret@192.0.2.1/sub', 'an address without rtsp://'],
    ['viewer@192.0.2.1', 'an address without rtsp://'],
  ])('%s has not: %s', (address, said) => {
    const fault = addressFault(address);
    expect(fault).toContain(said);
    expect(fault).not.toMatch(/secret|hunter2|pa\/ss|192/);
  });
});

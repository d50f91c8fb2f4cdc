/** How RTSP carries the pictures: the same option for every command that opens a camera. */

import { Option } from 'commander';

export function transportOption(): Option {
  return new Option('--transport <way>', 'how RTSP carries the pictures')
    .choices(['tcp', 'udp'])
    .default('tcp');
}

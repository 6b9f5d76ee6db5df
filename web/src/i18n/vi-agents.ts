// Tên và lời giới thiệu của các máy, bằng tiếng Việt. Máy chủ chỉ nói tiếng Anh;
// điều gì không có ở đây thì giữ nguyên lời của máy chủ.

import { techniques } from './vi-techniques.ts';

interface Words {
  title?: string;
  label?: string;
  about?: string;
}

export const agents: Record<string, Words> = {
  random: { title: 'Ngẫu nhiên', about: 'Đi một nước hợp lệ bất kỳ, nước nào cũng như nước nào' },
  minimax: { title: 'Minimax', about: 'Minimax tới độ sâu cố định, với alpha-beta và những gì giáo trình dạy kèm' },
  origin: { title: 'Bài tập lớn', about: 'Những chương trình bài tập mà Kythu lớn lên từ đó: cách đánh giá, kỹ thuật và độ sâu của chúng' },
  engine: { title: 'Kythu', about: 'Động cơ thi đấu, chơi hết sức' },
  mcts: { title: 'MCTS', about: 'Tìm kiếm cây Monte Carlo: kiểu hiện đại, hoặc kiểu giáo trình theo cấp độ' },
  mlp: { title: 'MLP', about: 'Mạng nơ-ron học từ ván cờ của người: chọn nước mà sau đó nó thấy có lợi nhất' },
};

export const presets: Record<string, Words> = {
  Random: { label: 'Ngẫu nhiên', about: 'đi nước hợp lệ bất kỳ' },
  'Minimax, Beginner': { label: 'Minimax, nhập môn', about: 'nhìn trước một nước, ăn được gì thì ăn' },
  'Minimax, Novice': { label: 'Minimax, sơ cấp', about: 'nhìn trước một nửa nước' },
  'Minimax, Easy': { label: 'Minimax, dễ', about: 'nhìn trước hai nửa nước' },
  'Minimax, Medium': { label: 'Minimax, vừa', about: 'nhìn trước ba nửa nước' },
  'Minimax, Hard': { label: 'Minimax, khó', about: 'nhìn trước bốn nửa nước' },
  'Kythu, 1,000 nodes': { label: 'Kythu, 1.000 nút', about: 'kỳ thủ câu lạc bộ mạnh' },
  'Kythu, 4,000 nodes': { label: 'Kythu, 4.000 nút', about: 'dự bị kiện tướng' },
  'Kythu, 20,000 nodes': { label: 'Kythu, 20.000 nút', about: 'kiện tướng' },
  'Kythu, 100,000 nodes': { label: 'Kythu, 100.000 nút', about: 'đại kiện tướng' },
  Kythu: { label: 'Kythu', about: 'mạnh nhất, một giây mỗi nước' },
};

// Tùy chọn cùng tên mà mỗi máy hiểu một cách: tra theo đúng câu của máy chủ.
export const meanings: Record<string, string> = {
  'The classic search at a level; the modern one without.': 'Tìm kiếm kiểu giáo trình ở cấp độ này; không đặt thì dùng kiểu hiện đại.',
  'Depth 2, 3 or 4 instead of its own.': 'Độ sâu 2, 3 hoặc 4 thay cho độ sâu của chính nó.',
  'Plies to search; 3 where neither this nor level is set.': 'Tìm trước bao nhiêu nửa nước; không đặt cả cấp độ thì là 3.',
  'Plies to search instead of its own.': 'Tìm trước bao nhiêu nửa nước, thay cho độ sâu của chính nó.',
  'Stops when leaves are so deep on average.': 'Dừng khi các lá sâu trung bình chừng ấy nửa nước.',
  'Plies to search with the net at the leaves; without it, one move is looked ahead.': 'Tìm trước bao nhiêu nửa nước với mạng ở lá; không đặt thì chỉ nhìn trước một nước.',
  'Stops after so many plies.': 'Dừng ở độ sâu chừng ấy nửa nước.',
};

export const options: Record<string, Words> = {
  ...techniques,
  memory: { label: 'Bộ nhớ', about: 'Bộ nhớ cho cây tìm kiếm, không bao giờ vượt quá.' },
  iterations: { label: 'Số vòng lặp', about: 'Chừng ấy vòng thay cho số của cấp độ.' },
  exponent: { label: 'Số mũ', about: 'Số vòng lặp là số nước hợp lệ lũy thừa chừng này.' },
  c: { label: 'Hằng số khám phá', about: 'Số c của UCT, thay cho số của cấp độ.' },
  rollout: { label: 'Mô phỏng', about: 'Làm gì ở một nút mới.' },
  reward: { label: 'Phần thưởng', about: 'Điểm số đổi thành phần thưởng thế nào.' },
  sign: { label: 'Quy tắc dấu', about: 'Kết quả truyền ngược theo góc nhìn của ai.' },
  choice: { label: 'Chọn nước cuối', about: 'Nước nào được đi.' },
  limit: { label: 'Giới hạn sức cờ', about: 'Chơi ở một mức Elo thay vì hết sức; đặt Elo là tự bật.' },
  skill: { label: 'Tay nghề', about: 'Chơi ở mức tay nghề này, thước đo mà bậc thang Elo được đo bằng.' },
  seed: { label: 'Hạt giống ngẫu nhiên', about: 'Hạt giống khác thì chọn nước khác trong cùng một ván.' },
  name: { label: 'Tên', about: 'Gọi máy là gì.' },
  elo: { label: 'Elo', about: 'Chơi như một người có mức Elo này.' },
  level: { label: 'Cấp độ', about: 'Độ sâu 2, 3 hoặc 4; không dùng cùng với độ sâu.' },
  system: { label: 'Chương trình', about: 'Chọn chương trình nào.' },
  depth: { label: 'Độ sâu', about: 'Tìm trước bao nhiêu nửa nước.' },
  nodes: { label: 'Số nút', about: 'Dừng sau chừng ấy thế cờ.' },
  softnodes: { label: 'Số nút mềm', about: 'Không bắt đầu vòng tìm mới sau chừng ấy thế cờ.' },
  movetime: { label: 'Thời gian mỗi nước', about: 'Dừng sau chừng ấy giây.' },
  overhead: { label: 'Độ trễ', about: 'Thời gian hao hụt mỗi nước.' },
  eval: { label: 'Hàm đánh giá', about: 'Ai đánh giá thế cờ, và xét những gì.' },
  techniques: { label: 'Bộ kỹ thuật', about: 'Các công tắc kỹ thuật bắt đầu từ đâu.' },
  book: { label: 'Sách khai cuộc', about: 'Đi khai cuộc theo sách.' },
  bookdepth: { label: 'Độ sâu sách', about: 'Theo sách đến nước thứ mấy của ván.' },
  variety: { label: 'Độ đa dạng', about: '0 là nước tốt nhất của sách, 50 theo trọng số, 100 là bất kỳ.' },
  hash: { label: 'Bảng băm', about: 'Kích thước bảng chuyển vị.' },
  threads: { label: 'Số luồng', about: 'Bao nhiêu luồng cùng tìm.' },
  parallel: { label: 'Tìm song song', about: 'Các luồng chia việc thế nào.' },
  nodestime: { label: 'Nút thay giờ', about: 'Đếm giờ bằng số nút: chừng ấy nút là một phần nghìn giây; 0 là giờ thật.' },
  syzygydepth: { label: 'Độ sâu tra bảng', about: 'Chỉ tra bảng cờ tàn khi còn chừng ấy độ sâu.' },
  syzygymen: { label: 'Giới hạn tra bảng', about: 'Chỉ tra bảng cờ tàn khi còn tối đa chừng ấy quân.' },
  syzygy50: { label: 'Luật 50 nước trong bảng cờ tàn', about: 'Thế nào luật 50 nước cho hòa thì tính là hòa.' },
};

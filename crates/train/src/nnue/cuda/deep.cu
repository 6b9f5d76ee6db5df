// The layers behind the accumulators. They follow shared.cu and a list of sizes:
//
//   HIDDEN, SECOND, THIRD   units of the layers
//   TILE                    positions of one output that follow each other in `order`
//   SECOND_BIAS, THIRD_WEIGHTS, THIRD_BIAS, LAST_WEIGHTS, LAST_BIAS
//                           where parameters begin, counted from the second weights
//
// Parameters lie as DeepPlaces has them: all weights are by output, input and unit.
// `order` has positions by output; NOBODY fills the last tile of each. Kernels below
// leave sums of the second and third layer in `second` [position][SECOND] and `third`
// [position][THIRD].

#define NOBODY 0xffffffffu

// Inputs of the third layer.
#define INPUTS (2 * SECOND)

// Warps of a block of deep_forward, and of deep_backward.
#define WARPS 8

// Positions of a block of deep_backward: a whole part of a tile.
#define PART 32

__device__ __forceinline__ bool inside(float x) {
    return x > 0.0f && x < 1.0f;
}

// The sum of `value` over a warp, in all of its lanes.
__device__ __forceinline__ float warp_sum(float value) {
    for (int distance = 16; distance > 0; distance >>= 1)
        value += __shfl_xor_sync(0xffffffffu, value, distance);
    return value;
}

// Where the first factor of an input of the second layer lies in the sums of a
// position; the other is HIDDEN / 2 behind it.
__device__ __forceinline__ int pair_place(int input) {
    return input < HIDDEN / 2 ? input : input + HIDDEN / 2;
}

// second, third and outputs of the positions. One warp a place of `order`.
extern "C" __global__ void deep_forward(
    const float *parameters, const float *sums, const u32 *order, const u8 *buckets,
    float *second, float *third, float *outputs)
{
    __shared__ float inputs[WARPS][INPUTS];
    const int warp = threadIdx.x >> 5, lane = threadIdx.x & 31;
    const u32 position = order[blockIdx.x * WARPS + warp];
    // All lanes of a warp, and no barrier of the block follows.
    if (position == NOBODY) return;
    const int bucket = buckets[position];
    const float *mine = sums + (size_t)position * 2 * HIDDEN;
    const float *weights = parameters + (size_t)bucket * HIDDEN * SECOND;
    float totals[SECOND];
#pragma unroll
    for (int unit = 0; unit < SECOND; unit++) totals[unit] = 0.0f;
    for (int input = lane; input < HIDDEN; input += 32) {
        const int place = pair_place(input);
        const float pair = clamped(mine[place]) * clamped(mine[place + HIDDEN / 2]);
        const float4 *row = reinterpret_cast<const float4 *>(weights + (size_t)input * SECOND);
#pragma unroll
        for (int four = 0; four < SECOND / 4; four++) {
            const float4 weight = row[four];
            totals[4 * four] += pair * weight.x;
            totals[4 * four + 1] += pair * weight.y;
            totals[4 * four + 2] += pair * weight.z;
            totals[4 * four + 3] += pair * weight.w;
        }
    }
#pragma unroll
    for (int unit = 0; unit < SECOND; unit++) {
        const float total = warp_sum(totals[unit]);
        if (lane == 0) inputs[warp][unit] = total;
    }
    __syncwarp();
    for (int unit = lane; unit < SECOND; unit += 32) {
        const float x = inputs[warp][unit] + parameters[SECOND_BIAS + bucket * SECOND + unit];
        second[(size_t)position * SECOND + unit] = x;
        inputs[warp][unit] = clamped(x);
        inputs[warp][SECOND + unit] = fminf(x * x, 1.0f);
    }
    __syncwarp();
    const float *third_weights = parameters + THIRD_WEIGHTS + (size_t)bucket * INPUTS * THIRD;
    float output = 0.0f;
    for (int unit = lane; unit < THIRD; unit += 32) {
        float x = parameters[THIRD_BIAS + bucket * THIRD + unit];
        for (int input = 0; input < INPUTS; input++)
            x += inputs[warp][input] * third_weights[input * THIRD + unit];
        third[(size_t)position * THIRD + unit] = x;
        output += clamped(x) * clamped(x) * parameters[LAST_WEIGHTS + bucket * THIRD + unit];
    }
    output = warp_sum(output);
    if (lane == 0) outputs[position] = output + parameters[LAST_BIAS + bucket];
}

// From the outputs to the gradients of the last layers and of the second bias, and to
// those of the sums of the second layer, which take the place of `second`. Squared
// errors are added to `error`. One block for PART places of `order`; its warps take
// positions in turn, and then all threads add up over positions.
extern "C" __global__ void deep_backward(
    const float *parameters, const float *outputs, const float *targets, const u32 *order,
    const u8 *buckets, const float *third, float *second, float *gradient,
    double *error, float weight)
{
    __shared__ float inputs[PART][INPUTS];
    __shared__ float squares[PART][THIRD];
    __shared__ float third_slopes[PART][THIRD];
    __shared__ float second_slopes[PART][SECOND];
    __shared__ float output_slopes[PART];
    __shared__ float differences[PART];
    const u32 *places = order + (size_t)blockIdx.x * PART;
    const u32 first = places[0];
    // Nobody stands behind somebody, so that all others are missing as well.
    if (first == NOBODY) return;
    const int bucket = buckets[first];
    const float *third_weights = parameters + THIRD_WEIGHTS + (size_t)bucket * INPUTS * THIRD;
    const float *last_weights = parameters + LAST_WEIGHTS + bucket * THIRD;
    const int warp = threadIdx.x >> 5, lane = threadIdx.x & 31;
    for (int place = warp; place < PART; place += WARPS) {
        const u32 position = places[place];
        if (position == NOBODY) {
            for (int input = lane; input < INPUTS; input += 32) inputs[place][input] = 0.0f;
            for (int unit = lane; unit < SECOND; unit += 32) second_slopes[place][unit] = 0.0f;
            for (int unit = lane; unit < THIRD; unit += 32) {
                squares[place][unit] = 0.0f;
                third_slopes[place][unit] = 0.0f;
            }
            if (lane == 0) {
                output_slopes[place] = 0.0f;
                differences[place] = 0.0f;
            }
            continue;
        }
        const float expected = 1.0f / (1.0f + expf(-outputs[position]));
        const float difference = expected - targets[position];
        const float slope = 2.0f * weight * difference * expected * (1.0f - expected);
        if (lane == 0) {
            output_slopes[place] = slope;
            differences[place] = difference;
        }
        for (int unit = lane; unit < THIRD; unit += 32) {
            const float sum = third[(size_t)position * THIRD + unit], x = clamped(sum);
            squares[place][unit] = x * x;
            third_slopes[place][unit] =
                inside(sum) ? slope * last_weights[unit] * 2.0f * x : 0.0f;
        }
        __syncwarp();
        for (int unit = lane; unit < SECOND; unit += 32) {
            const float sum = second[(size_t)position * SECOND + unit];
            inputs[place][unit] = clamped(sum);
            inputs[place][SECOND + unit] = fminf(sum * sum, 1.0f);
            const float *row = third_weights + unit * THIRD;
            const float *square_row = third_weights + (SECOND + unit) * THIRD;
            float of_clamped = 0.0f, of_square = 0.0f;
            for (int other = 0; other < THIRD; other++) {
                of_clamped += row[other] * third_slopes[place][other];
                of_square += square_row[other] * third_slopes[place][other];
            }
            const float slope_here = (inside(sum) ? of_clamped : 0.0f)
                + (fabsf(sum) < 1.0f ? 2.0f * sum * of_square : 0.0f);
            second_slopes[place][unit] = slope_here;
            second[(size_t)position * SECOND + unit] = slope_here;
        }
    }
    __syncthreads();
    for (int index = threadIdx.x; index < INPUTS * THIRD; index += blockDim.x) {
        const int input = index / THIRD, unit = index % THIRD;
        float sum = 0.0f;
        for (int place = 0; place < PART; place++)
            sum += inputs[place][input] * third_slopes[place][unit];
        atomicAdd(gradient + THIRD_WEIGHTS + (size_t)bucket * INPUTS * THIRD + index, sum);
    }
    for (int unit = threadIdx.x; unit < THIRD; unit += blockDim.x) {
        float bias = 0.0f, last = 0.0f;
        for (int place = 0; place < PART; place++) {
            bias += third_slopes[place][unit];
            last += output_slopes[place] * squares[place][unit];
        }
        atomicAdd(gradient + THIRD_BIAS + bucket * THIRD + unit, bias);
        atomicAdd(gradient + LAST_WEIGHTS + bucket * THIRD + unit, last);
    }
    for (int unit = threadIdx.x; unit < SECOND; unit += blockDim.x) {
        float bias = 0.0f;
        for (int place = 0; place < PART; place++) bias += second_slopes[place][unit];
        atomicAdd(gradient + SECOND_BIAS + bucket * SECOND + unit, bias);
    }
    if (threadIdx.x == 0) {
        float bias = 0.0f;
        double errors = 0.0;
        for (int place = 0; place < PART; place++) {
            bias += output_slopes[place];
            errors += (double)differences[place] * (double)differences[place];
        }
        atomicAdd(gradient + LAST_BIAS + bucket, bias);
        atomicAdd(error, errors);
    }
}

// From the gradients of the sums of the second layer to those of its weights and of the
// sums of the first layer, which take the place of the sums. Blocks by tile and by so
// many inputs as a block has threads: each thread keeps the weights of one input, and
// what is to be added to their gradient, while the positions of a tile pass by.
extern "C" __global__ void second_layer_backward(
    const float *parameters, const float *second, const u32 *order, const u8 *buckets,
    float *sums, float *gradient)
{
    __shared__ u32 positions[TILE];
    __shared__ float slopes[TILE][SECOND];
    for (int place = threadIdx.x; place < TILE; place += blockDim.x)
        positions[place] = order[(size_t)blockIdx.x * TILE + place];
    __syncthreads();
    for (int index = threadIdx.x; index < TILE * SECOND; index += blockDim.x) {
        const int place = index / SECOND, unit = index % SECOND;
        const u32 position = positions[place];
        slopes[place][unit] =
            position == NOBODY ? 0.0f : second[(size_t)position * SECOND + unit];
    }
    __syncthreads();
    // A tile has somebody in its first place.
    const int bucket = buckets[positions[0]];
    const int input = blockIdx.y * blockDim.x + threadIdx.x;
    const size_t row = ((size_t)bucket * HIDDEN + input) * SECOND;
    const int pair = pair_place(input);
    float weights[SECOND], totals[SECOND];
#pragma unroll
    for (int unit = 0; unit < SECOND; unit++) {
        weights[unit] = parameters[row + unit];
        totals[unit] = 0.0f;
    }
    for (int place = 0; place < TILE; place++) {
        const u32 position = positions[place];
        if (position == NOBODY) break;
        float *mine = sums + (size_t)position * 2 * HIDDEN + pair;
        const float a = mine[0], b = mine[HIDDEN / 2];
        const float x = clamped(a), y = clamped(b), product = x * y;
        float slope = 0.0f;
#pragma unroll
        for (int unit = 0; unit < SECOND; unit++) {
            totals[unit] += product * slopes[place][unit];
            slope += weights[unit] * slopes[place][unit];
        }
        mine[0] = inside(a) ? slope * y : 0.0f;
        mine[HIDDEN / 2] = inside(b) ? slope * x : 0.0f;
    }
#pragma unroll
    for (int unit = 0; unit < SECOND; unit += 4) {
        float4 four;
        four.x = totals[unit];
        four.y = totals[unit + 1];
        four.z = totals[unit + 2];
        four.w = totals[unit + 3];
        add4(gradient + row + unit, four);
    }
}
